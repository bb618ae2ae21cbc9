package door

import (
	"context"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"gonao/studio/foxglove"
)

// Config configures a door.
type Config struct {
	Keys           Keys
	Hosts          []string // names by which this computer is reached, besides the loopback names and its addresses
	AllowedOrigins []string // other pages, such as "https://app.foxglove.dev", that may open the socket with the viewers' token
	Secure         bool     // the server uses TLS
	Port           int      // part of the cookie's name, since browsers share cookies between ports

	Now       func() time.Time
	Addresses func() []netip.Addr // addresses of this computer besides the loopback; nil for none
	Log       *slog.Logger
}

// Door checks requests. Its methods are safe for concurrent use.
type Door struct {
	cfg   Config
	codes codes
}

// These are the times for which cookies and codes are valid.
const (
	cookieValid = 30 * 24 * time.Hour
	codeValid   = 10 * time.Minute
)

// New returns a door.
func New(cfg Config) *Door {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Door{cfg: cfg}
}

// Visitor is the sender of a request.
type Visitor struct {
	Name string // name of the browser; two windows of one browser have the same name
	Role foxglove.Role
}

type visitorKey struct{}

// VisitorOf returns the sender of a request that Handler has admitted.
func VisitorOf(ctx context.Context) (Visitor, bool) {
	v, ok := ctx.Value(visitorKey{}).(Visitor)
	return v, ok
}

// FirstCode returns a one-time code that stays valid until it is used.
func (d *Door) FirstCode(role foxglove.Role) string { return d.codes.issue(role, time.Time{}) }

// Handler returns a handler that forwards admitted requests. next serves the page, socket the WebSocket.
func (d *Door) Handler(next, socket http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/login", d.login)
	mux.HandleFunc("/code", d.code)
	mux.Handle("/ws", d.guardSocket(socket))
	mux.Handle("/", d.guardPage(next, socket))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.setHeaders(w)
		if r.Method != http.MethodGet {
			w.Header().Set("Allow", http.MethodGet)
			refuse(w, http.StatusMethodNotAllowed, "expected the method GET")
			return
		}
		if !d.hostAllowed(r.Host) {
			d.cfg.Log.Warn("request refused: its host is not this machine's", "host", r.Host)
			refuse(w, http.StatusForbidden, fmt.Sprintf("the host %q is not this computer's; the parameter hosts can add names", r.Host))
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// setHeaders sets the headers of every answer. Policy adds the page's own policy.
func (d *Door) setHeaders(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// Policy returns the content security policy of the page, whose own scripts and styles carry a nonce.
func Policy(nonce string) string {
	return strings.Join([]string{
		"default-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:", "worker-src 'self' blob:",
		"script-src 'self' 'nonce-" + nonce + "'", "style-src 'self' 'nonce-" + nonce + "'", "style-src-attr 'unsafe-inline'",
		"object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}, "; ")
}

// Nonce returns a random word for one answer.
func Nonce() string { return secret() }

// hostAllowed reports whether a request was sent to this computer by a name that no foreign DNS server controls.
func (d *Door) hostAllowed(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	name = strings.ToLower(name)
	if name == "localhost" || slices.ContainsFunc(d.cfg.Hosts, func(h string) bool { return strings.EqualFold(h, name) }) {
		return true
	}
	address, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	return address.IsLoopback() || d.cfg.Addresses != nil && slices.Contains(d.cfg.Addresses(), address.Unmap())
}

// login exchanges a one-time code for a cookie.
func (d *Door) login(w http.ResponseWriter, r *http.Request) {
	role, ok := d.codes.use(r.URL.Query().Get("code"), d.cfg.Now())
	if !ok {
		refusePage(w, r, "This link was used already, or is too old", "this link was used already, or is too old: `gonao studio` prints a new one")
		return
	}
	until := d.cfg.Now().Add(cookieValid)
	http.SetCookie(w, &http.Cookie{
		Name: d.cookieName(), Value: d.cfg.Keys.seal(pass{name: secret()[:8], role: role}, until), Path: "/",
		Expires: until, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: d.cfg.Secure,
	})
	// A redirect would not carry the cookie if the link was clicked on another site, because browsers withhold
	// SameSite=Strict cookies in the whole chain. The small page below starts its own request.
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, `<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>gonao studio</title><a href="/">gonao studio</a>`)
}

// code issues a one-time code to a program that has a token.
func (d *Door) code(w http.ResponseWriter, r *http.Request) {
	v, ok := d.bearer(r)
	if !ok {
		v.Role, ok = d.cfg.Keys.signed(r.Header.Get("Authorization"), d.cfg.Port, d.cfg.Now())
	}
	if !ok {
		refuse(w, http.StatusUnauthorized, "expected the header Authorization: Bearer TOKEN")
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, d.codes.issue(v.Role, d.cfg.Now().Add(codeValid)))
}

// bearer returns the sender of a request with a token in its header.
func (d *Door) bearer(r *http.Request) (Visitor, bool) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return Visitor{}, false
	}
	role, ok := d.cfg.Keys.role(token)
	return Visitor{Name: "token", Role: role}, ok
}

// cookie returns the sender of a request with the door's cookie.
func (d *Door) cookie(r *http.Request) (Visitor, bool) {
	c, err := r.Cookie(d.cookieName())
	if err != nil {
		return Visitor{}, false
	}
	p, ok := d.cfg.Keys.unseal(c.Value, d.cfg.Now())
	return Visitor{Name: p.name, Role: p.role}, ok
}

func (d *Door) cookieName() string { return fmt.Sprintf("gonao_studio_%d", d.cfg.Port) }

// guardPage admits senders with a cookie or a token. The root is also the socket of viewers, whose URL has no path.
func (d *Door) guardPage(next, socket http.Handler) http.Handler {
	toSocket := d.guardSocket(socket)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" && strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			toSocket.ServeHTTP(w, r)
			return
		}
		v, ok := d.cookie(r)
		if !ok {
			v, ok = d.bearer(r)
		}
		if !ok {
			refusePage(w, r, "The studio is opened by a link", "open the link that `gonao studio` prints")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey{}, v)))
	})
}

// guardSocket admits the page's own socket with its cookie, and programs with a token.
func (d *Door) guardSocket(socket http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := d.socketVisitor(r)
		if err != nil {
			d.cfg.Log.Warn("socket refused", "origin", r.Header.Get("Origin"), "reason", err)
			refuse(w, http.StatusForbidden, err.Error())
			return
		}
		socket.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey{}, v)))
	})
}

// socketVisitor returns the sender who opens a socket.
func (d *Door) socketVisitor(r *http.Request) (Visitor, error) {
	origin := r.Header.Get("Origin")
	own := d.ownOrigin(r)
	if origin != "" && !own && !d.foreignAllowed(origin) {
		return Visitor{}, fmt.Errorf("the page %q may not open this socket; the parameter allowed_origins lists those that may", origin)
	}
	if v, ok := d.cookie(r); ok && own {
		return v, nil
	}
	if v, ok := d.bearer(r); ok && (own || origin == "") {
		return v, nil
	}
	token := r.URL.Query().Get("token")
	switch role, ok := d.cfg.Keys.role(token); {
	case token == "":
		return Visitor{}, errors.New("no cookie and no token: open the link that `gonao studio` prints, or add ?token= to the socket's URL")
	case !ok:
		return Visitor{}, errors.New("the token is wrong: `gonao studio --viewer` prints the viewers' URL")
	case role != foxglove.Viewer:
		return Visitor{}, errors.New("the query may contain only the viewers' token, since URLs end up in logs: `gonao studio --viewer` prints it")
	}
	return Visitor{Name: "viewer", Role: foxglove.Viewer}, nil
}

// ownOrigin reports whether a request comes from the page that this server has served.
func (d *Door) ownOrigin(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || u.Host == "" {
		return false
	}
	scheme := "http"
	if d.cfg.Secure {
		scheme = "https"
	}
	return u.Scheme == scheme && strings.EqualFold(u.Host, r.Host)
}

func (d *Door) foreignAllowed(origin string) bool {
	return slices.ContainsFunc(d.cfg.AllowedOrigins, func(o string) bool { return strings.EqualFold(o, origin) })
}

// refusePage answers a browser with a page that explains what to do, and any other program with the sentence alone.
func refusePage(w http.ResponseWriter, r *http.Request, title, text string) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		refuse(w, http.StatusForbidden, text)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusForbidden)
	fmt.Fprintf(w, `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>gonao studio</title>
<h1>%s</h1>
<p>A person who opens the studio can move the robot, so the address alone does not open it.</p>
<p>On the computer on which the studio runs, type this in a terminal. It opens the page, and this browser can open it again for thirty days:</p>
<pre>gonao studio</pre>
<p>To open the studio on a robot from your own computer:</p>
<pre>gonao studio --ssh nao@nao.local</pre>
<p>A studio that was started with a launch file writes its link into the log. A link can be used once.</p>
</html>
`, html.EscapeString(title))
}

// refuse answers with a sentence and a status.
func refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}

// scrub returns a URL without the secrets in its query, for logs.
func scrub(u *url.URL) string {
	c := *u
	if q := c.Query(); q.Has("token") || q.Has("code") {
		for _, key := range []string{"token", "code"} {
			if q.Has(key) {
				q.Set(key, "…")
			}
		}
		c.RawQuery = q.Encode()
	}
	return c.String()
}
