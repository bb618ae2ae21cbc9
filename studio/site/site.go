// Package site serves the studio's page and the socket of a server of package foxglove, behind the door that
// decides who is admitted. The node studio uses a site, and so does a match that is watched.
package site

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"gonao/studio/door"
	"gonao/studio/foxglove"
	"gonao/studio/web"
)

// Config describes a site.
type Config struct {
	Name            string // name in printed lines, such as "studio"
	Address         string // address to listen at: localhost means 127.0.0.1 and ::1; any other address uses TLS
	Port, Ports     int    // the first port (0 for any), and the number of ports to try
	TokenFile       string // "" for the user's own file
	CertificateFile string // created if missing; "" for studio.pem beside the token file
	Page            string // directory of a page to use instead of the built-in one; "" for the built-in one
	Hosts           []string
	AllowedOrigins  []string

	// Beside receives the sockets that browsers open with ?match in their address, after the door. They belong to
	// the match that the studio plays. It may be nil.
	Beside func(w http.ResponseWriter, r *http.Request, name string, role foxglove.Role)
	// Bags serves the paths below /bags/, after the door. It may be nil.
	Bags http.Handler

	Now   func() time.Time
	Links io.Writer // receives the line with the link and its one-time code
	Log   *slog.Logger
}

// Site is a listening HTTP server: the page, the socket, and the door in front of both.
type Site struct {
	cfg         Config
	listeners   []net.Listener
	port        int
	door        *door.Door
	certificate *tls.Certificate // nil on the loopback interface
	page        web.Page
}

// onLoopback reports whether the address can be reached only from this computer.
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

// listenOn listens at a port. On the loopback interface it uses both addresses, if the computer has IPv6.
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

// Open starts to listen, at the first free port.
func Open(cfg Config) (*Site, error) {
	if cfg.TokenFile == "" {
		var err error
		if cfg.TokenFile, err = door.DefaultPath(); err != nil {
			return nil, err
		}
	}
	keys, err := door.LoadKeys(cfg.TokenFile)
	if err != nil {
		return nil, err
	}
	s := &Site{cfg: cfg, page: web.Embedded()}
	if s.listeners, s.port, err = listen(cfg); err != nil {
		return nil, err
	}
	if cfg.Page != "" {
		s.page = web.Dir(cfg.Page)
	}
	if !onLoopback(cfg.Address) {
		file := cfg.CertificateFile
		if file == "" {
			file = filepath.Join(filepath.Dir(cfg.TokenFile), "studio.pem")
		}
		c, err := door.Certificate(file, cfg.Hosts, machineAddresses(), cfg.Now())
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.certificate = &c
	}
	s.door = door.New(door.Config{
		Keys: keys, Hosts: cfg.Hosts, AllowedOrigins: cfg.AllowedOrigins, Secure: s.certificate != nil, Port: s.port,
		Now: cfg.Now, Addresses: machineAddresses, Log: cfg.Log,
	})
	return s, nil
}

// close stops listening if the site is not served.
func (s *Site) close() error {
	var all error
	for _, l := range s.listeners {
		all = errors.Join(all, l.Close())
	}
	return all
}

// machineAddresses returns the addresses of this computer's interfaces.
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

// URL returns the address of the page.
func (s *Site) URL() string {
	host := s.cfg.Address
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	host = cmp.Or(host, "localhost")
	scheme := "http"
	if s.certificate != nil {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(s.port))
}

// sendBuffer is the size of a socket's buffer in the kernel, in bytes. Data in it can no longer be replaced by
// newer data, so it is small.
const sendBuffer = 128 << 10

// Serve serves the page and the socket until ctx ends. It calls ready when browsers can connect.
func (s *Site) Serve(ctx context.Context, server *foxglove.Server, ready func()) error {
	var sessions sync.WaitGroup
	defer sessions.Wait()
	socket := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sessions.Add(1)
		defer sessions.Done()
		v, _ := door.VisitorOf(r.Context())
		if s.cfg.Beside != nil && r.URL.Query().Has("match") {
			s.cfg.Beside(w, r, v.Name, v.Role)
			return
		}
		if err := server.Accept(ctx, w, r, v.Name, v.Role); err != nil {
			s.cfg.Log.Debug("socket ended", "reason", err)
		}
	})
	hs := &http.Server{
		Handler:           s.door.Handler(http.HandlerFunc(s.servePage), socket),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			limitBuffer(c)
			return ctx
		},
	}
	ended := make(chan error, len(s.listeners))
	for _, l := range s.listeners {
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

// Link returns an address that opens the page once, with the role driver.
func (s *Site) Link() string {
	return s.URL() + "/login?code=" + s.door.FirstCode(foxglove.Driver)
}

// announce prints how to open the page. It does not log the link with the one-time code, because a node's log is
// published on /rosout, which every viewer may read.
func (s *Site) announce() {
	fmt.Fprintln(s.cfg.Links, s.cfg.Name+": open "+s.Link())
	s.cfg.Log.Info(s.cfg.Name + ": serves the page at " + s.URL())
	if s.certificate != nil {
		s.cfg.Log.Info(s.cfg.Name + ": it uses its own certificate, with the SHA-256 fingerprint " + door.Fingerprint(*s.certificate))
	}
	if !s.page.Built() {
		s.cfg.Log.Warn(s.cfg.Name + ": this program was built without its page; `make build` builds it")
	}
}

// servePage serves the files of the page.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Bags != nil && strings.HasPrefix(r.URL.Path, "/bags/") {
		s.cfg.Bags.ServeHTTP(w, r)
		return
	}
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
