// What text tables cannot say: tenures, the protocol of due holds, canonical forms, the books' small print.
#include "inventory/decide.h"

#include <gtest/gtest.h>

#include "inventory/lines.h"
#include "inventory/memory_ledger.h"

namespace holdfast::inventory {
namespace {

const sku_id snk = *sku_id::parse("SNK-42");
const source_id warehouse = *source_id::parse("main");

quantity units(std::int64_t count) {
  return quantity::of(count).value();
}

reservation_id id_of(std::uint8_t number) {
  reservation_id::bytes raw{};
  raw[15] = number;
  return reservation_id(raw);
}

reserve_order order_of(std::string_view key, std::uint8_t id, std::int64_t count) {
  return {.key = idempotency_key::parse(key).value(),
          .id = id_of(id),
          .buyer = buyer_id::parse("b-1").value(),
          .order = std::nullopt,
          .hold = std::chrono::seconds(900),
          .lines = {{snk, units(count)}}};
}

memory_ledger shop_with(std::int64_t count) {
  memory_ledger shop;
  shop.run(put_source{{.id = warehouse}});
  shop.run(put_sku{snk, {}});
  shop.run(receive_stock{.key = *idempotency_key::parse("K0"),
                         .sku = snk,
                         .source = warehouse,
                         .units = units(count),
                         .reference = stock_reference::parse("PO-1")});
  return shop;
}

TEST(Tenure, TheCurrentOneIsKeptAndStampedOnEntries) {
  memory_ledger shop = shop_with(2);
  const tenure held = shop.skus.at(snk).current;
  const std::vector<command> batch{order_of("K1", 1, 1)};
  const std::vector<claim> claims{{.sku = snk, .held = held}};
  EXPECT_FALSE(shop.commit(batch, claims).tenure_stale);
  EXPECT_EQ(shop.skus.at(snk).current, held);
  EXPECT_EQ(shop.entries.back().under, held);
}

// I12: whoever lost the lease is refused whole, and nothing of the batch is written.
TEST(Tenure, AnOlderOneRefusesTheWholeBatch) {
  memory_ledger shop = shop_with(2);
  const tenure old = shop.skus.at(snk).current;
  EXPECT_TRUE(std::holds_alternative<reservation_answer>(shop.run(order_of("K1", 1, 1))));
  EXPECT_GT(shop.skus.at(snk).current, old);
  const std::vector<command> batch{order_of("K2", 2, 1)};
  const std::vector<claim> stale{{.sku = snk, .held = old}};
  const auto refused = shop.commit(batch, stale);
  EXPECT_TRUE(refused.tenure_stale);
  EXPECT_TRUE(refused.outcomes.empty());
  EXPECT_EQ(shop.entries.size(), 2u);
}

// A ledger restored from an old copy must not take a tenure that it has not given.
TEST(Tenure, OneThatTheLedgerHasNotGivenYetIsRefusedToo) {
  memory_ledger shop = shop_with(2);
  const std::vector<command> batch{order_of("K1", 1, 1)};
  const std::vector<claim> future{{.sku = snk, .held = tenure(99)}};
  EXPECT_TRUE(shop.commit(batch, future).tenure_stale);
}

TEST(Tenure, AFreshOneIsOneMoreAndUnknownSkusArePassedOver) {
  books read;
  read.skus[snk].current = tenure(7);
  const std::vector<claim> claims{{.sku = *sku_id::parse("A"), .held = tenure(3)}, {.sku = snk, .held = {}}};
  EXPECT_TRUE(apply_claims(read, claims));
  EXPECT_EQ(read.skus.at(snk).current, tenure(8));
  EXPECT_EQ(read.skus.size(), 1u);
}

TEST(DueHolds, AreAskedForOnlyWhenSomethingRanShort) {
  memory_ledger shop = shop_with(2);
  shop.run(order_of("K1", 1, 1));
  shop.now += std::chrono::seconds(900);
  shop.run(order_of("K2", 2, 1));
  EXPECT_EQ(shop.due_reads, 0);
  shop.run(order_of("K3", 3, 1));
  EXPECT_EQ(shop.due_reads, 1);
}

TEST(DueHolds, NothingIsAskedForWhileNoHoldIsDue) {
  memory_ledger shop = shop_with(1);
  shop.run(order_of("K1", 1, 1));
  shop.now += std::chrono::milliseconds(899'999);
  EXPECT_TRUE(std::holds_alternative<refusal>(shop.run(order_of("K2", 2, 1))));
  EXPECT_EQ(shop.due_reads, 0);
}

// `next_due` may be early: the ledger then finds nothing, says that this is all, and the refusal stands.
TEST(DueHolds, AnEarlyNextDueCostsOneReadAndNoMore) {
  books read;
  read.now = time_point(std::chrono::seconds(100));
  read.skus[snk].next_due = time_point(std::chrono::seconds(50));
  const std::vector<command> batch{order_of("K1", 1, 1)};
  EXPECT_EQ(decide(read, batch, {}).due_wanted, std::vector{snk});
  read.skus[snk].due_is_complete = true;
  const decision made = decide(read, batch, {});
  EXPECT_TRUE(made.due_wanted.empty());
  EXPECT_TRUE(made.to_write.empty());
  EXPECT_EQ(std::get<refusal>(made.outcomes.front()).code, refusal_code::insufficient_stock);
}

TEST(Entries, AreChainedAndCarryWhatTheyAreAbout) {
  memory_ledger shop = shop_with(2);
  shop.run(order_of("K1", 1, 2));
  shop.run(confirm_reservation{.id = id_of(1), .key = {}});
  ASSERT_EQ(shop.entries.size(), 3u);
  EXPECT_EQ(shop.entries[0].reference, stock_reference::parse("PO-1"));
  EXPECT_EQ(shop.entries[0].reservation, std::nullopt);
  EXPECT_EQ(shop.entries[1].reservation, id_of(1));
  EXPECT_EQ(shop.entries[1].reserved_after, units(2));
  EXPECT_EQ(shop.entries[2].reserved_delta, 0);
  EXPECT_EQ(shop.entries[2].seq, 3);
  EXPECT_EQ(shop.entries[2].at, shop.now);
}

// H3: the same batch with the same keys and ids settles an unknown commit, whether it took place or not.
TEST(UnknownCommit, TheSameBatchAgainWritesNothingNew) {
  memory_ledger shop = shop_with(3);
  const std::vector<command> batch{order_of("K1", 1, 1), order_of("K2", 2, 1),
                                   confirm_reservation{.id = id_of(1), .key = {}}};
  shop.commit(batch);
  const auto again = shop.commit(batch);
  EXPECT_TRUE(again.written.empty());
  EXPECT_EQ(std::get<reservation_answer>(again.outcomes[0]).answered.id, id_of(1));
  EXPECT_EQ(std::get<reservation_answer>(again.outcomes[0]).state_now, reservation_state::confirmed);
  EXPECT_EQ(std::get<reservation_answer>(again.outcomes[1]).answered.state, reservation_state::held);
}

TEST(Fingerprint, TellsRequestsApartAndForgetsKeyAndId) {
  const reserve_order first = order_of("K1", 1, 1);
  EXPECT_EQ(fingerprint_of(first), fingerprint_of(order_of("K9", 9, 1)));
  EXPECT_NE(fingerprint_of(first), fingerprint_of(order_of("K1", 1, 2)));
  reserve_order named = first;
  named.order = order_ref::parse("A-1");
  EXPECT_NE(fingerprint_of(first), fingerprint_of(named));
  EXPECT_NE(fingerprint_of(confirm_reservation{.id = id_of(1), .key = {}}),
            fingerprint_of(release_reservation{.id = id_of(1), .key = {}}));
}

TEST(Fingerprint, TextsCannotRunIntoEachOther) {
  reserve_order one = order_of("K", 1, 1);
  reserve_order other = one;
  one.buyer = buyer_id::parse("b").value();
  one.order = order_ref::parse("1:c").value();
  other.buyer = buyer_id::parse("b3:1:c").value();
  EXPECT_NE(fingerprint_of(one), fingerprint_of(other));
}

// Row 16: one global order, whatever order the cart had.
TEST(Lines, AreSummedAndSorted) {
  const sku_id a = *sku_id::parse("A");
  const auto summed = sum_lines({{snk, units(1)}, {a, units(2)}, {snk, units(3)}}, units(4));
  EXPECT_EQ(std::get<std::vector<line>>(summed), (std::vector<line>{{a, units(2)}, {snk, units(4)}}));
}

// Row 28, H6.
TEST(Lines, ASumBeyondTheLimitIsRefusedAlsoWhereItCouldNotBeCounted) {
  const auto over = sum_lines({{snk, units(3)}, {snk, units(2)}}, units(4));
  EXPECT_EQ(std::get<refusal>(over).code, refusal_code::quantity_invalid);
  EXPECT_EQ(std::get<refusal>(over).requested, 5);
  EXPECT_EQ(std::get<refusal>(over).allowed, 4);
  const auto huge = sum_lines({{snk, units(quantity::max)}, {snk, units(1)}}, units(quantity::max));
  EXPECT_EQ(std::get<refusal>(huge).code, refusal_code::quantity_invalid);
}

TEST(Quantity, KeepsToItsBounds) {
  EXPECT_FALSE(quantity::of(-1));
  EXPECT_FALSE(quantity::of(quantity::max + 1));
  EXPECT_FALSE(units(quantity::max).plus(units(1)));
  EXPECT_FALSE(units(1).minus(units(2)));
  EXPECT_EQ(units(1).less(units(2)), units(0));
}

TEST(ReservationId, RoundTripsAndRefusesOtherTexts) {
  const reservation_id made =
      reservation_id::make(0x0123456789ab, reservation_id::bytes{0xff, 0xff, 0xff, 0xff});
  EXPECT_EQ(made.to_string().substr(0, 15), "01234567-89ab-7");
  EXPECT_EQ(reservation_id::parse(made.to_string()), made);
  EXPECT_FALSE(reservation_id::parse("01234567-89ab-7000-8000-00000000000"));
  EXPECT_FALSE(reservation_id::parse("0123456789ab-7000-8000-000000000000-"));
  EXPECT_FALSE(reservation_id::parse("g1234567-89ab-7000-8000-000000000000"));
}

TEST(Name, TakesOnlyWhatItsTagAllows) {
  EXPECT_TRUE(sku_id::parse(std::string(64, 'x')));
  EXPECT_FALSE(sku_id::parse(std::string(65, 'x')));
  EXPECT_FALSE(sku_id::parse(""));
  EXPECT_FALSE(sku_id::parse("a{b}"));
  EXPECT_FALSE(sku_id::parse("a b"));
  EXPECT_TRUE(buyer_id::parse("b@{1}"));
  EXPECT_FALSE(buyer_id::parse("b\n"));
  EXPECT_FALSE(buyer_id::parse("b\x80"));
}

TEST(Words, EveryRefusalHasOne) {
  for (int code = 0; code < refusal_codes; ++code) {
    EXPECT_FALSE(to_string(static_cast<refusal_code>(code)).empty()) << code;
  }
}

}  // namespace
}  // namespace holdfast::inventory
