package studio

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"gonao/foxglove"
	"gonao/ros"
	"gonao/studio/door"
	"gonao/studio/web"
)

// site is the HTTP server: the page, the socket and the door before both.
type site struct {
	clock       *ros.Clock
	log         *slog.Logger
	cfg         Config
	port        int
	door        *door.Door
	certificate *tls.Certificate // nil on the loopback
	page        web.Page
}

// onLoopback reports whether the address is reached from this machine only.
func onLoopback(address string) bool {
	if address == "localhost" || address == "" {
		return true
	}
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.IsLoopback()
}

// listen opens the first free port.
func listen(cfg Config) ([]net.Listener, int, error) {
	var first error
	for i := range max(cfg.Ports, 1) {
		list, port, err := listenOn(cfg.Address, cfg.Port+i)
		if err == nil {
			return list, port, nil
		}
		if first == nil {
			first = err
		}
		if cfg.Port == 0 {
			break
		}
	}
	return nil, 0, fmt.Errorf("listen at %s, ports %d to %d: %w", cfg.Address, cfg.Port, cfg.Port+cfg.Ports-1, first)
}

// listenOn opens a port: on the loopback with both of its addresses, where the machine has IPv6.
func listenOn(address string, port int) ([]net.Listener, int, error) {
	host := address
	if host == "localhost" || host == "" {
		host = "127.0.0.1"
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port))) //nolint:noctx // it does not wait
	if err != nil {
		return nil, 0, err
	}
	list := []net.Listener{l}
	port = l.Addr().(*net.TCPAddr).Port
	if host == "127.0.0.1" && address != host {
		six, err := net.Listen("tcp", net.JoinHostPort("::1", strconv.Itoa(port))) //nolint:noctx // it does not wait
		if err == nil {
			list = append(list, six)
		} else if errors.Is(err, syscall.EADDRINUSE) {
			return nil, 0, errors.Join(err, l.Close())
		}
	}
	return list, port, nil
}

func newSite(n *ros.Node, cfg Config, keys door.Keys, tokenFile string, port int) (*site, error) {
	s := &site{clock: ros.NewSystemClock(), log: n.Log, cfg: cfg, port: port, page: web.Embedded()}
	if cfg.Page != "" {
		s.page = web.Dir(cfg.Page)
	}
	if !onLoopback(cfg.Address) {
		file := cfg.CertificateFile
		if file == "" {
			file = filepath.Join(filepath.Dir(tokenFile), "studio.pem")
		}
		c, err := door.Certificate(file, cfg.Hosts, machineAddresses(), s.clock.Now())
		if err != nil {
			return nil, err
		}
		s.certificate = &c
	}
	s.door = door.New(door.Config{
		Keys: keys, Hosts: cfg.Hosts, AllowedOrigins: cfg.AllowedOrigins, Secure: s.certificate != nil, Port: port,
		Now: s.clock.Now, Addresses: machineAddresses, Log: n.Log,
	})
	return s, nil
}

// machineAddresses returns the addresses of this machine's interfaces.
func machineAddresses() []netip.Addr {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var out []netip.Addr
	for _, a := range list {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			out = append(out, p.Addr().Unmap())
		}
	}
	return out
}

// url returns the address of the page.
func (s *site) url() string {
	host := s.cfg.Address
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if host == "" {
		host = "localhost"
	}
	scheme := "http"
	if s.certificate != nil {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(s.port))
}

// sendBuffer is the size of a socket's buffer in the kernel. What waits there can no longer be replaced by something
// newer, so it is kept small.
const sendBuffer = 128 << 10

// serve serves the page and the socket until ctx ends.
func (s *site) serve(ctx context.Context, listeners []net.Listener, server *foxglove.Server, ready func()) error {
	var sessions sync.WaitGroup
	defer sessions.Wait()
	socket := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sessions.Add(1)
		defer sessions.Done()
		v, _ := door.VisitorOf(r.Context())
		if err := server.Accept(ctx, w, r, v.Name, v.Role); err != nil {
			s.log.Debug("socket ended", "reason", err)
		}
	})
	hs := &http.Server{
		Handler:           s.door.Handler(http.HandlerFunc(s.servePage), socket),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			limitBuffer(c)
			return ctx
		},
	}
	ended := make(chan error, len(listeners))
	for _, l := range listeners {
		if s.certificate != nil {
			l = tls.NewListener(l, &tls.Config{
				Certificates: []tls.Certificate{*s.certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
			})
		}
		go func() { ended <- hs.Serve(l) }()
	}
	s.announce()
	ready()
	var err error
	select {
	case <-ctx.Done():
	case err = <-ended:
	}
	return errors.Join(err, hs.Close())
}

// limitBuffer sets the size of a connection's buffer.
func limitBuffer(c net.Conn) {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	if t, ok := c.(*net.TCPConn); ok {
		t.SetWriteBuffer(sendBuffer) //nolint:errcheck // it is a wish
	}
}

// announce prints how to open the page. The link with the one-time code goes to standard error only: what is
// logged is published on /rosout, which every viewer may read.
func (s *site) announce() {
	fmt.Fprintln(os.Stderr, "studio: open "+s.url()+"/login?code="+s.door.FirstCode(foxglove.Driver))
	s.log.Info("studio: serves the page at " + s.url())
	if s.certificate != nil {
		s.log.Info("studio: its certificate is its own; SHA-256 fingerprint " + door.Fingerprint(*s.certificate))
	}
	if !s.page.Built() {
		s.log.Warn("studio: this program was built without its page; `make build` builds it")
	}
}

// servePage serves the files of the page.
func (s *site) servePage(w http.ResponseWriter, r *http.Request) {
	f, ok := s.page.File(r.URL.Path)
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.ContentType)
	h.Set("Content-Security-Policy", door.Policy(door.Nonce()))
	if f.Immutable {
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	if f.Gzipped {
		h.Set("Content-Encoding", "gzip")
	}
	w.Write(f.Content) //nolint:errcheck // the browser has left
}
