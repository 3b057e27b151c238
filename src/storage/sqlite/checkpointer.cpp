// Copies the log in passes beside the writer, then lets the writer finish.
#include "storage/sqlite/checkpointer.h"

#include <sqlite3.h>
#include <boost/asio/post.hpp>

namespace holdfast::storage::sqlite {
namespace asio = boost::asio;

namespace {

// Frames that the writer may finish itself: a millisecond or two.
constexpr int few_pages = 256;
// The writer adds frames while we copy; each pass has less to do, unless the disk is slower than the commits.
constexpr int most_passes = 8;

}  // namespace

void checkpointer::maybe_start() {
  if (is_running_ || is_stopping_ || !writer_.wants_checkpoint()) return;
  is_running_ = true;
  asio::post(thread_, [this] { run(); });
}

void checkpointer::run() {
  std::optional<fault> failed;
  for (int pass = 0; pass < most_passes && !is_stopping_ && !failed; ++pass) {
    int in_log = 0;
    int moved = 0;
    const int code =
        sqlite3_wal_checkpoint_v2(own_.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, &in_log, &moved);
    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY) failed = own_.last_error("checkpoint");
    if (in_log - moved <= few_pages) break;
  }
  asio::post(write_thread_, [this, failed] {
    if (failed) {
      writer_.stop_if_unreliable(*failed);
    } else {
      writer_.finish_checkpoint();
    }
    is_running_ = false;
  });
}

void checkpointer::stop() {
  is_stopping_ = true;
  thread_.join();
}

}  // namespace holdfast::storage::sqlite
