// The rule, command by command, in order of arrival.
#include "inventory/decide.h"

#include "inventory/decide_reserve.h"
#include "inventory/decide_stock.h"
#include "inventory/decide_transition.h"
#include "inventory/draft.h"

namespace holdfast::inventory {
namespace {

struct rule {
  draft& books;
  const policy& rules;
  std::vector<sku_id>& due_wanted;

  outcome operator()(const reserve_order& asked) const {
    return decide_reserve(books, asked, {.rules = rules, .due_wanted = due_wanted});
  }
  outcome operator()(const confirm_reservation& asked) const { return decide_confirm(books, asked); }
  outcome operator()(const release_reservation& asked) const { return decide_release(books, asked); }
  outcome operator()(const cancel_key& asked) const { return decide_cancel(books, asked); }
  outcome operator()(const expire_reservation& asked) const { return decide_expire(books, asked); }
  outcome operator()(const receive_stock& asked) const { return decide_receive(books, asked); }
  outcome operator()(const put_sku& asked) const { return decide_put_sku(books, asked); }
  outcome operator()(const put_source& asked) const { return decide_put_source(books, asked); }
  outcome operator()(const delete_source& asked) const { return decide_delete_source(books, asked); }
};

}  // namespace

decision decide(books read, std::span<const command> commands, const policy& rules) {
  draft books(std::move(read));
  decision made;
  made.outcomes.reserve(commands.size());
  for (const command& asked : commands) {
    made.outcomes.push_back(std::visit(rule{books, rules, made.due_wanted}, asked));
    books.end_command();
  }
  made.to_write = books.take_changes();
  made.after = books.take_books();
  return made;
}

}  // namespace holdfast::inventory
