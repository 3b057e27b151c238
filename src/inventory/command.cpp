// What every command has: a fingerprint, perhaps a key, and a verb.
#include "holdfast/inventory/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/digest.h"

namespace holdfast::inventory {
namespace {

// Writes the parsed request in one canonical form. Every text is preceded by its length, so that no two
// requests can be written alike.
class canonical_form {
 public:
  explicit canonical_form(std::string_view verb) { text(verb); }

  canonical_form& text(std::string_view part) {
    fmt::format_to(std::back_inserter(out_), "{}:", part.size());
    out_.append(part);
    return *this;
  }
  canonical_form& number(std::int64_t part) {
    fmt::format_to(std::back_inserter(out_), "{};", part);
    return *this;
  }
  template <class Name>
  canonical_form& text(const std::optional<Name>& part) {
    return part ? text(part->text()) : number(-1);
  }
  const std::string& done() const { return out_; }

 private:
  std::string out_;
};

struct writer {
  std::string operator()(const reserve_order& asked) const {
    canonical_form form("reserve");
    form.text(asked.buyer.text()).text(asked.order).number(asked.hold.count());
    for (const line& each : asked.lines) form.text(each.sku.text()).number(each.units.value());
    return form.done();
  }
  std::string operator()(const confirm_reservation& asked) const {
    return canonical_form("confirm").text(asked.id.to_string()).done();
  }
  std::string operator()(const release_reservation& asked) const {
    return canonical_form("release").text(asked.id.to_string()).done();
  }
  std::string operator()(const receive_stock& asked) const {
    canonical_form form("receive");
    form.text(asked.sku.text()).text(asked.source.text()).number(asked.units.value()).text(asked.reference);
    return form.done();
  }
  // The others carry no key of their own, or (cancel_key) fit every body.
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

}  // namespace

fingerprint fingerprint_of(const command& asked) {
  const auto digest = base::sha256(std::visit(writer{}, asked));
  fingerprint print;
  std::copy_n(digest.begin(), print.size(), print.begin());
  return print;
}

const idempotency_key* key_of(const command& asked) {
  if (const auto* reserve = std::get_if<reserve_order>(&asked)) return &reserve->key;
  if (const auto* receive = std::get_if<receive_stock>(&asked)) return &receive->key;
  if (const auto* cancel = std::get_if<cancel_key>(&asked)) return &cancel->key;
  if (const auto* confirm = std::get_if<confirm_reservation>(&asked))
    return confirm->key ? &*confirm->key : nullptr;
  if (const auto* release = std::get_if<release_reservation>(&asked))
    return release->key ? &*release->key : nullptr;
  return nullptr;
}

std::string_view verb_of(const command& asked) {
  static constexpr std::string_view verbs[] = {"reserve", "confirm", "release",    "cancel",       "expire",
                                               "receive", "put_sku", "put_source", "delete_source"};
  static_assert(std::size(verbs) == std::variant_size_v<command>);
  return verbs[asked.index()];
}

}  // namespace holdfast::inventory
