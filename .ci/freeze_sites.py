"""freeze_sites.py: three sites for .ci/freeze, the same at every start, until killed.

http://127.0.4.1:8500/  10,000 pages
http://127.0.4.2:8500/  300 pages whose answers take up to 0.1 s, each its own time; one in ten is an error or a refusal
http://127.0.4.3:8500/  leads to 127.0.4.4; a third of its URLs redirect: in chains, in circles, and between the hosts
"""
import hashlib
import http.server
import random
import time

PORT = 8500


def chance(*what):
    """a number below 2**32 that depends only on its arguments"""
    return int.from_bytes(hashlib.blake2b(repr(what).encode(), digest_size=4).digest(), "big")


def page(site, n, size):
    rng = random.Random(f"{site} {n}")
    links = "".join(f'<li><a href="/{rng.randrange(size)}">item {i}</a>' for i in range(20))
    words = " ".join(f"w{number}" for number in rng.sample(range(5000), 100))
    return 200, f"<!doctype html><title>Page {n}</title><h1>Page {n}</h1><p>{words}<ul>{links}</ul>"


def large(n):
    return page("large", n, 10000)


def slow(n):
    time.sleep(chance("slow", n) % 100 / 1000)
    status = {0: 503, 1: 403, 2: 404}.get(chance("status", n) % 30, 200)
    return page("slow", n, 300) if n == 0 or status == 200 else (status, "<title>Error</title>error")


def moved(n, host):
    other = {3: 4, 4: 3}[host]
    if host == 3:
        return 301, f"http://127.0.4.{other}:{PORT}/{n}" if n % 7 else f"/{n + 1}"
    match chance("moved", n) % 9:
        case 0:
            return 302, f"/{n + 1}"  # a chain, as long as the next ones redirect, too
        case 1:
            return 308, f"/{n ^ 1}"  # a circle with the neighbour, if that does the same
        case 2 if n:
            return 307, f"http://127.0.4.{other}:{PORT}/{n}"
    return page("moved", n, 1000)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one packet per answer

    def do_GET(self):
        host = int(self.headers["Host"].split(":")[0].rsplit(".", 1)[1])
        name = self.path.partition("?")[0][1:] or "0"
        status, text = 404, "<title>Error</title>none"
        if name.isdigit():
            n = int(name)
            status, text = large(n) if host == 1 else slow(n) if host == 2 else moved(n, host)
        body = text.encode()
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", text)
            body = b""
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # a crawl was killed


Server(("0.0.0.0", PORT), Handler).serve_forever()
