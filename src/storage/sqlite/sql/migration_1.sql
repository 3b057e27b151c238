-- Schema version 1. Every row is keyed by shop and SKU first, so that the tables can be spread over machines later. Levels are
-- totals that entries explain; entries and keys are for ever. Times are milliseconds since 1970 UTC by the ledger's clock. (Checks are
-- chains of OR: SQLite builds a table for each IN list, row by row.)
CREATE TABLE meta (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE skus (
  shop INTEGER NOT NULL DEFAULT 1,
  sku TEXT NOT NULL,
  title TEXT NOT NULL,
  safety_stock INTEGER NOT NULL CHECK (safety_stock >= 0),
  low_stock_threshold INTEGER NOT NULL CHECK (low_stock_threshold >= 0),
  max_per_order INTEGER CHECK (max_per_order >= 1),
  max_per_buyer INTEGER CHECK (max_per_buyer >= 1),
  sequence INTEGER NOT NULL DEFAULT 0 CHECK (sequence >= 0),  -- of the newest entry
  tenure INTEGER NOT NULL DEFAULT 0 CHECK (tenure >= 0),      -- of the newest owner; only grows
  PRIMARY KEY (shop, sku)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
  shop INTEGER NOT NULL DEFAULT 1,
  source TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'warehouse' OR kind = 'supplier'),
  priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 1000000),
  enabled INTEGER NOT NULL CHECK (enabled = 0 OR enabled = 1),
  PRIMARY KEY (shop, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE stock (
  shop INTEGER NOT NULL DEFAULT 1,
  sku TEXT NOT NULL,
  source TEXT NOT NULL,
  on_hand INTEGER NOT NULL CHECK (on_hand >= 0),
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  PRIMARY KEY (shop, sku, source),
  FOREIGN KEY (shop, sku) REFERENCES skus (shop, sku),
  FOREIGN KEY (shop, source) REFERENCES sources (shop, source),
  CHECK (reserved <= on_hand)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_by_source ON stock (shop, source);

CREATE TABLE reservations (
  shop INTEGER NOT NULL DEFAULT 1,
  id BLOB NOT NULL CHECK (length(id) = 16),
  key TEXT NOT NULL,
  buyer TEXT NOT NULL,
  order_ref TEXT,
  state TEXT NOT NULL CHECK (state = 'held' OR state = 'confirmed' OR state = 'released' OR state = 'expired'),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (shop, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX reservations_held_by_order ON reservations (shop, buyer, order_ref)
  WHERE state = 'held' AND order_ref IS NOT NULL;
CREATE INDEX reservations_by_order ON reservations (shop, order_ref) WHERE order_ref IS NOT NULL;
CREATE INDEX reservations_due ON reservations (shop, expires_at) WHERE state = 'held';

CREATE TABLE allocations (
  shop INTEGER NOT NULL DEFAULT 1,
  reservation BLOB NOT NULL,
  sku TEXT NOT NULL,
  source TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  seq INTEGER NOT NULL CHECK (seq > 0),  -- of the entry that made it
  procurement TEXT NOT NULL CHECK (procurement = 'none' OR procurement = 'needed' OR procurement = 'ordered' OR
                                   procurement = 'acknowledged' OR procurement = 'short'),
  expires_at INTEGER,  -- of the reservation, while it is held; else null
  PRIMARY KEY (shop, reservation, sku, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX allocations_due ON allocations (shop, sku, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE entries (
  shop INTEGER NOT NULL DEFAULT 1,
  sku TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq > 0),
  kind TEXT NOT NULL CHECK (kind = 'receive' OR kind = 'hold' OR kind = 'confirm' OR kind = 'release' OR
                            kind = 'expire'),
  source TEXT NOT NULL,
  on_hand_delta INTEGER NOT NULL,
  reserved_delta INTEGER NOT NULL,
  on_hand_after INTEGER NOT NULL CHECK (on_hand_after >= 0),
  reserved_after INTEGER NOT NULL CHECK (reserved_after >= 0),
  reservation BLOB,
  reference TEXT,
  tenure INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (shop, sku, seq),
  CHECK (reserved_after <= on_hand_after)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN
  SELECT RAISE(ABORT, 'ledger entries are append-only');
END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN
  SELECT RAISE(ABORT, 'ledger entries are append-only');
END;

CREATE TABLE idempotency_keys (
  shop INTEGER NOT NULL DEFAULT 1,
  key TEXT NOT NULL,
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  kind TEXT NOT NULL CHECK (kind = 'cancelled' OR kind = 'reservation' OR kind = 'received'),
  reservation BLOB,  -- kind reservation
  sku TEXT,          -- kind received: the first answer
  source TEXT,
  seq INTEGER,
  quantity INTEGER,
  on_hand INTEGER,
  PRIMARY KEY (shop, key),
  CHECK ((kind = 'reservation') = (reservation IS NOT NULL)),
  CHECK ((kind = 'received') = (seq IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE buyer_units (
  shop INTEGER NOT NULL DEFAULT 1,
  sku TEXT NOT NULL,
  buyer TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units > 0),
  PRIMARY KEY (shop, sku, buyer)
) STRICT, WITHOUT ROWID;

-- One row a SKU a batch: the entries that are news. Read in order of first_seq within a SKU, never across SKUs (H17).
CREATE TABLE outbox (
  shop INTEGER NOT NULL DEFAULT 1,
  sku TEXT NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (shop, sku, first_seq),
  CHECK (first_seq <= last_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shop INTEGER NOT NULL DEFAULT 1,
  sku TEXT NOT NULL,
  seq INTEGER NOT NULL,
  salable INTEGER NOT NULL,
  threshold INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
