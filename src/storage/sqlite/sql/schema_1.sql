-- Schema 1. Every row is keyed by its shop and, where it has one, its SKU first, so that the tables can be spread by SKU.
-- Times are milliseconds since 1970 UTC by the ledger's clock. Quantities are whole units.
CREATE TABLE meta (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sources (
  shop     INTEGER NOT NULL DEFAULT 1,
  source   TEXT    NOT NULL,
  kind     TEXT    NOT NULL CHECK (kind IN ('warehouse', 'supplier')),
  priority INTEGER NOT NULL,
  enabled  INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  PRIMARY KEY (shop, source)
) WITHOUT ROWID;

CREATE TABLE skus (
  shop                INTEGER NOT NULL DEFAULT 1,
  sku                 TEXT    NOT NULL,
  title               TEXT    NOT NULL,
  safety_stock        INTEGER NOT NULL CHECK (safety_stock >= 0),
  low_stock_threshold INTEGER NOT NULL CHECK (low_stock_threshold >= 0),
  max_per_order       INTEGER CHECK (max_per_order >= 1),
  max_per_buyer       INTEGER CHECK (max_per_buyer >= 1),
  sequence            INTEGER NOT NULL DEFAULT 0,  -- of the newest entry; dense
  tenure              INTEGER NOT NULL DEFAULT 0,  -- of the newest ownership; only grows
  PRIMARY KEY (shop, sku)
) WITHOUT ROWID;

CREATE TABLE stock (
  shop     INTEGER NOT NULL DEFAULT 1,
  sku      TEXT    NOT NULL,
  source   TEXT    NOT NULL,
  on_hand  INTEGER NOT NULL CHECK (on_hand >= 0),
  reserved INTEGER NOT NULL CHECK (reserved BETWEEN 0 AND on_hand),
  PRIMARY KEY (shop, sku, source)
) WITHOUT ROWID;

CREATE TABLE reservations (
  shop       INTEGER NOT NULL DEFAULT 1,
  id         BLOB    NOT NULL CHECK (length(id) = 16),
  key        TEXT    NOT NULL,
  buyer      TEXT    NOT NULL,
  order_ref  TEXT,
  state      TEXT    NOT NULL CHECK (state IN ('held', 'confirmed', 'released', 'expired')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (shop, id)
) WITHOUT ROWID;
-- One live hold for each order of a buyer; also how it is found.
CREATE UNIQUE INDEX held_orders ON reservations (shop, buyer, order_ref) WHERE state = 'held' AND order_ref IS NOT NULL;

CREATE TABLE allocations (
  shop        INTEGER NOT NULL DEFAULT 1,
  reservation BLOB    NOT NULL,
  sku         TEXT    NOT NULL,
  source      TEXT    NOT NULL,
  quantity    INTEGER NOT NULL CHECK (quantity >= 1),
  seq         INTEGER NOT NULL,
  procurement TEXT    NOT NULL DEFAULT 'none'
              CHECK (procurement IN ('none', 'needed', 'ordered', 'acknowledged', 'short')),
  expires_at  INTEGER,  -- only while the reservation is held
  PRIMARY KEY (shop, reservation, sku, seq)
) WITHOUT ROWID;
CREATE INDEX holds_by_sku ON allocations (shop, sku, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX holds_by_time ON allocations (shop, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE entries (
  shop           INTEGER NOT NULL DEFAULT 1,
  sku            TEXT    NOT NULL,
  seq            INTEGER NOT NULL,
  kind           TEXT    NOT NULL,
  source         TEXT    NOT NULL,
  on_hand_delta  INTEGER NOT NULL,
  reserved_delta INTEGER NOT NULL,
  on_hand_after  INTEGER NOT NULL,
  reserved_after INTEGER NOT NULL,
  reservation    BLOB,
  reference      TEXT,
  tenure         INTEGER NOT NULL,
  at             INTEGER NOT NULL,
  PRIMARY KEY (shop, sku, seq)
) WITHOUT ROWID;
CREATE TRIGGER entries_are_not_updated BEFORE UPDATE ON entries BEGIN
  SELECT RAISE(ABORT, 'entries are append-only');
END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries BEGIN
  SELECT RAISE(ABORT, 'entries are append-only');
END;

CREATE TABLE idempotency_keys (
  shop        INTEGER NOT NULL DEFAULT 1,
  key         TEXT    NOT NULL,
  fingerprint BLOB    NOT NULL,
  kind        TEXT    NOT NULL CHECK (kind IN ('cancelled', 'reservation', 'received')),
  reservation BLOB,     -- kind = reservation
  sku         TEXT,     -- kind = received, like the rest
  source      TEXT,
  seq         INTEGER,
  quantity    INTEGER,
  on_hand     INTEGER,
  PRIMARY KEY (shop, key)
) WITHOUT ROWID;

-- What a relay has to send: for each batch and SKU the range of entries, in the order of the SKU's own sequence (H17).
CREATE TABLE outbox (
  shop      INTEGER NOT NULL DEFAULT 1,
  sku       TEXT    NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq  INTEGER NOT NULL CHECK (last_seq >= first_seq),
  at        INTEGER NOT NULL,
  PRIMARY KEY (shop, sku, first_seq)
) WITHOUT ROWID;

CREATE TABLE alerts (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  shop      INTEGER NOT NULL DEFAULT 1,
  kind      TEXT    NOT NULL CHECK (kind IN ('low_stock')),
  sku       TEXT    NOT NULL,
  seq       INTEGER NOT NULL,
  salable   INTEGER NOT NULL,
  threshold INTEGER NOT NULL,
  at        INTEGER NOT NULL
);

-- Units of a SKU in a buyer's held and confirmed reservations; only for SKUs with max_per_buyer.
CREATE TABLE buyer_units (
  shop  INTEGER NOT NULL DEFAULT 1,
  sku   TEXT    NOT NULL,
  buyer TEXT    NOT NULL,
  units INTEGER NOT NULL CHECK (units >= 0),
  PRIMARY KEY (shop, sku, buyer)
) WITHOUT ROWID;
