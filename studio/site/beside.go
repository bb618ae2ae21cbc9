package site

import (
	"context"
	"net"
	"net/http"
	"net/http/httputil"

	"gonao/studio/foxglove"
)

// In these headers the studio sends the name and the role of a browser to a program beside it.
const (
	nameHeader = "Gonao-Name"
	roleHeader = "Gonao-Role"
)

// Beside forwards sockets of browsers to a program on this computer that listens at a Unix socket, without their
// cookies and tokens. No other program may reach that socket, because the program trusts the headers.
type Beside struct{ proxy *httputil.ReverseProxy }

// visitor is the key of a who in the context of a request.
type visitor struct{}

// who is the person at a browser.
type who struct {
	name string
	role foxglove.Role
}

// NewBeside returns a Beside for the program that listens at a path.
func NewBeside(path string) *Beside {
	var d net.Dialer
	return &Beside{&httputil.ReverseProxy{
		Transport: &http.Transport{
			DisableCompression: true,
			DialContext:        func(ctx context.Context, _, _ string) (net.Conn, error) { return d.DialContext(ctx, "unix", path) },
		},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.URL.Host, p.Out.Host = "http", "match", "match"
			p.Out.URL.RawQuery = ""
			for _, secret := range []string{"Cookie", "Authorization", "Origin"} {
				p.Out.Header.Del(secret)
			}
			p.SetXForwarded()
			w, _ := p.In.Context().Value(visitor{}).(who)
			p.Out.Header.Set(nameHeader, w.name)
			p.Out.Header.Set(roleHeader, w.role.String())
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			http.Error(w, "the match has ended", http.StatusServiceUnavailable)
		},
	}}
}

// Serve forwards one socket until either side closes it or the program ends.
func (b *Beside) Serve(w http.ResponseWriter, r *http.Request, name string, role foxglove.Role) {
	b.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitor{}, who{name, role})))
}

// VisitorBeside returns the name and the role of a browser whose request a studio has forwarded.
func VisitorBeside(r *http.Request) (name string, role foxglove.Role) {
	if role.UnmarshalText([]byte(r.Header.Get(roleHeader))) != nil {
		role = foxglove.Viewer
	}
	r.RemoteAddr = net.JoinHostPort(r.Header.Get("X-Forwarded-For"), "0")
	return r.Header.Get(nameHeader), role
}
