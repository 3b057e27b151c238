// The ceiling: a bare Beast server on one thread that reads a request and sends its body back. Nothing is
// stored.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <cstdio>

namespace asio = boost::asio;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;

namespace {

asio::awaitable<void> serve(tcp::socket socket) {
  boost::beast::flat_buffer buffer;
  boost::system::error_code error;
  while (!error) {
    http::request<http::string_body> asked;
    co_await http::async_read(socket, buffer, asked, asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    http::response<http::string_body> given(http::status::ok, asked.version());
    given.set(http::field::content_type, "application/json");
    given.body() = std::move(asked.body());
    given.prepare_payload();
    co_await http::async_write(socket, given, asio::redirect_error(asio::use_awaitable, error));
  }
}

asio::awaitable<void> accept(tcp::acceptor& acceptor) {
  while (true) {
    tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
    socket.set_option(tcp::no_delay(true));
    asio::co_spawn(acceptor.get_executor(), serve(std::move(socket)), asio::detached);
  }
}

}  // namespace

int main() {
  asio::io_context io(1);
  tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  std::printf("%u\n", static_cast<unsigned>(acceptor.local_endpoint().port()));
  std::fflush(stdout);
  asio::co_spawn(io, accept(acceptor), asio::detached);
  io.run();
}
