// Checkpointer: moves the write-ahead log into the database beside the writer, on a connection and thread of
// its own, so that commits wait only for the little that is left at the end.
#pragma once

#include <boost/asio/thread_pool.hpp>

#include <atomic>

#include "storage/sqlite/connection.h"
#include "storage/sqlite/write_session.h"

namespace holdfast::storage::sqlite {

class checkpointer {
 public:
  // All three outlive the checkpointer's stop().
  checkpointer(connection& own, write_session& writer, boost::asio::thread_pool& write_thread)
      : own_(own), writer_(writer), write_thread_(write_thread) {}

  // On the write thread, after a commit. Does nothing while a checkpoint is under way.
  void maybe_start();
  // Any thread. Waits for a checkpoint under way.
  void stop();

 private:
  void run();

  connection& own_;
  write_session& writer_;
  boost::asio::thread_pool& write_thread_;
  bool is_running_ = false;  // the write thread's
  std::atomic<bool> is_stopping_{false};
  boost::asio::thread_pool thread_{1};
};

}  // namespace holdfast::storage::sqlite
