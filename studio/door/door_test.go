package door

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/studio/foxglove"
)

// entrance is a door with something behind it.
type entrance struct {
	door *Door
	keys Keys
	now  time.Time
	log  bytes.Buffer
	http http.Handler
}

const port = 8765

func newEntrance(edit func(*Config)) *entrance {
	e := &entrance{keys: newKeys(), now: time.Unix(1_000_000, 0)}
	cfg := Config{
		Keys: e.keys, Port: port, Now: func() time.Time { return e.now }, Log: slog.New(slog.NewTextHandler(&e.log, nil)),
		Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.1.7")} },
	}
	if edit != nil {
		edit(&cfg)
	}
	e.door = New(cfg)
	behind := func(what string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			v, _ := VisitorOf(r.Context())
			fmt.Fprintf(w, "%s for %s", what, v.Role)
		})
	}
	e.http = e.door.Handler(behind("page"), behind("socket"))
	return e
}

// get sends a request; header is name, value, …
func (e *entrance) get(target string, header ...string) *httptest.ResponseRecorder {
	return e.send(http.MethodGet, target, header...)
}

func (e *entrance) send(method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost:8765"+target, nil)
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
			continue
		}
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	e.http.ServeHTTP(w, r)
	return w
}

// login uses a code and returns the cookie as a header.
func (e *entrance) login(t *testing.T, code string) string {
	t.Helper()
	w := e.get("/login?code=" + code)
	require.Equal(t, http.StatusOK, w.Code)
	cookies := w.Result().Cookies()
	require.Len(t, cookies, 1)
	c := cookies[0]
	require.True(t, c.HttpOnly)
	require.Equal(t, http.SameSiteStrictMode, c.SameSite)
	require.Equal(t, "gonao_studio_8765", c.Name)
	return c.Name + "=" + c.Value
}

const own = "http://localhost:8765"

func TestALinkOpensOnceAndTheCookieStays(t *testing.T) {
	e := newEntrance(nil)
	require.Equal(t, http.StatusForbidden, e.get("/").Code)
	code := e.door.FirstCode(foxglove.Driver)
	cookie := e.login(t, code)
	require.Equal(t, http.StatusForbidden, e.get("/login?code="+code).Code, "a replayed code")
	require.Equal(t, http.StatusForbidden, e.get("/login?code=").Code)
	require.Equal(t, "page for driver", e.get("/", "Cookie", cookie).Body.String())
	require.Equal(t, "socket for driver", e.get("/ws", "Cookie", cookie, "Origin", own).Body.String())
	e.now = e.now.Add(cookieValid)
	require.Equal(t, http.StatusForbidden, e.get("/", "Cookie", cookie).Code, "an old cookie")
}

func TestACookieCannotBeMade(t *testing.T) {
	e := newEntrance(nil)
	sealed := e.keys.seal(pass{name: "a", role: foxglove.Viewer}, e.now.Add(time.Hour))
	forged := strings.Replace(sealed, "viewer", "driver", 1)
	for _, value := range []string{forged, "", ".", "a.driver.9999999999.", sealed + "x", newKeys().seal(pass{role: foxglove.Driver}, e.now.Add(time.Hour))} {
		require.Equal(t, http.StatusForbidden, e.get("/", "Cookie", "gonao_studio_8765="+value).Code, value)
	}
	require.Equal(t, http.StatusForbidden, e.get("/", "Cookie", "gonao_studio_8766="+sealed).Code, "of another port")
}

func TestAForeignPageCannotOpenTheSocket(t *testing.T) {
	e := newEntrance(nil)
	cookie := e.login(t, e.door.FirstCode(foxglove.Driver))
	for _, origin := range []string{"https://evil.example", "http://localhost:8766", "https://localhost:8765", "null", "http://localhost.evil.example:8765"} {
		require.Equal(t, http.StatusForbidden, e.get("/ws", "Cookie", cookie, "Origin", origin).Code, origin)
		require.Equal(t, http.StatusForbidden, e.get("/ws?token="+e.keys.Viewer, "Origin", origin).Code, origin)
		require.Equal(t, http.StatusForbidden, e.get("/ws", "Authorization", "Bearer "+e.keys.Driver, "Origin", origin).Code, origin)
	}
	require.Equal(t, http.StatusForbidden, e.get("/ws", "Cookie", cookie).Code, "browsers name their origin")
}

func TestAnotherHostIsRefused(t *testing.T) {
	e := newEntrance(func(c *Config) { c.Hosts = []string{"nao.local"} })
	cookie := e.login(t, e.door.FirstCode(foxglove.Driver))
	for _, host := range []string{"evil.example:8765", "localhost.evil.example", "192.168.1.8:8765", ""} {
		require.Equal(t, http.StatusForbidden, e.get("/", "Cookie", cookie, "Host", host).Code, host)
		require.Equal(t, http.StatusForbidden, e.get("/login?code=x", "Host", host).Code, host)
	}
	for _, host := range []string{"localhost:8765", "127.0.0.1:8765", "[::1]:8765", "nao.local:8765", "192.168.1.7:8765"} {
		require.Equal(t, http.StatusOK, e.get("/", "Cookie", cookie, "Host", host).Code, host)
	}
}

func TestViewersComeByTokenWithAViewersRights(t *testing.T) {
	e := newEntrance(func(c *Config) { c.AllowedOrigins = []string{"https://app.foxglove.dev"} })
	require.Equal(t, "socket for viewer", e.get("/ws?token="+e.keys.Viewer).Body.String())
	require.Equal(t, "socket for viewer", e.get("/?token="+e.keys.Viewer, "Upgrade", "websocket").Body.String(), "viewers know no path")
	require.Equal(t, "socket for viewer", e.get("/ws?token="+e.keys.Viewer, "Origin", "https://app.foxglove.dev").Body.String())
	require.Contains(t, e.get("/ws?token="+e.keys.Driver).Body.String(), "only the viewers' token")
	require.Contains(t, e.get("/ws?token=wrong").Body.String(), "the token is wrong")
	require.Equal(t, http.StatusForbidden, e.get("/?token="+e.keys.Viewer).Code, "the page has no token in its URL")
	require.Equal(t, http.StatusForbidden, e.get("/ws", "Origin", "https://app.foxglove.dev").Code)
	require.NotContains(t, e.log.String(), e.keys.Viewer)
	require.NotContains(t, e.log.String(), e.keys.Driver)
}

func TestOnlyGetIsAllowed(t *testing.T) {
	e := newEntrance(nil)
	cookie := e.login(t, e.door.FirstCode(foxglove.Driver))
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodHead} {
		for _, path := range []string{"/", "/ws", "/login", "/code"} {
			require.Equal(t, http.StatusMethodNotAllowed, e.send(method, path, "Cookie", cookie, "Origin", own).Code, "%s %s", method, path)
		}
	}
}

func TestEveryAnswerCarriesItsPolicy(t *testing.T) {
	e := newEntrance(nil)
	for _, path := range []string{"/", "/login?code=x", "/code", "/ws", "/nothing"} {
		h := e.get(path, "Origin", "https://evil.example").Result().Header
		require.Contains(t, h.Get("Content-Security-Policy"), "frame-ancestors 'none'", path)
		require.Equal(t, "same-origin", h.Get("Cross-Origin-Opener-Policy"), path)
		require.Equal(t, "same-origin", h.Get("Cross-Origin-Resource-Policy"), path)
		require.Empty(t, h.Get("Access-Control-Allow-Origin"), path)
	}
	policy := Policy(Nonce())
	require.NotContains(t, policy, "unsafe-eval")
	require.NotContains(t, strings.ReplaceAll(policy, "style-src-attr 'unsafe-inline'", ""), "unsafe-inline")
	first, second := Nonce(), Nonce()
	require.NotEqual(t, first, second)
}

func TestAProgramWithTheKeysReceivesACode(t *testing.T) {
	e := newEntrance(nil)
	require.Equal(t, http.StatusUnauthorized, e.get("/code").Code)
	require.Equal(t, http.StatusUnauthorized, e.get("/code", "Authorization", "Bearer nothing").Code)
	signature := e.keys.Signature(foxglove.Editor, port, e.now)
	code := strings.TrimSpace(e.get("/code", "Authorization", signature).Body.String())
	cookie := e.login(t, code)
	require.Equal(t, "page for editor", e.get("/", "Cookie", cookie).Body.String())
	require.NotContains(t, signature, e.keys.Editor)
	for name, wrong := range map[string]string{
		"of another port": e.keys.Signature(foxglove.Driver, port+1, e.now),
		"of another time": e.keys.Signature(foxglove.Driver, port, e.now.Add(-2*signatureValid)),
		"of other keys":   newKeys().Signature(foxglove.Driver, port, e.now),
		"changed":         strings.Replace(signature, "editor", "driver", 1),
	} {
		require.Equal(t, http.StatusUnauthorized, e.get("/code", "Authorization", wrong).Code, name)
	}
	e.now = e.now.Add(codeValid)
	late := strings.TrimSpace(e.get("/code", "Authorization", e.keys.Signature(foxglove.Driver, port, e.now)).Body.String())
	e.now = e.now.Add(codeValid)
	require.Equal(t, http.StatusForbidden, e.get("/login?code="+late).Code, "a code that was not used in time")
}

func TestAStudioOfThisMachineIsFound(t *testing.T) {
	e := newEntrance(nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.http.ServeHTTP(w, r) }))
	defer server.Close()
	u, err := url.Parse(server.URL)
	require.NoError(t, err)
	var at int
	_, err = fmt.Sscan(u.Port(), &at)
	require.NoError(t, err)
	e.door.cfg.Port = at
	now := func() time.Time { return e.now }
	address, link, err := Find(t.Context(), e.keys, foxglove.Driver, now, 1, at)
	require.NoError(t, err)
	require.Equal(t, server.URL, address)
	response, err := http.Get(link) //nolint:noctx // a test
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, response.StatusCode, string(text))
	_, _, err = Find(t.Context(), newKeys(), foxglove.Driver, now, 1, at)
	require.ErrorIs(t, err, ErrNoStudio)
}

func TestTheFileOfTheKeysIsItsOwnersOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "studio.json")
	k, err := LoadKeys(path)
	require.NoError(t, err)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	again, err := LoadKeys(path)
	require.NoError(t, err)
	require.Equal(t, k, again)
	require.NoError(t, os.Chmod(path, 0o640))
	_, err = LoadKeys(path)
	require.ErrorContains(t, err, "chmod 600")
	require.NoError(t, os.Chmod(path, 0o600))
	require.NoError(t, os.WriteFile(path, []byte(`{"driver": "short"}`), 0o600))
	_, err = LoadKeys(path)
	require.ErrorContains(t, err, "at least 16 characters")
	require.NoError(t, os.WriteFile(path, []byte(`{`), 0o600))
	_, err = LoadKeys(path)
	require.ErrorContains(t, err, path)
}

func TestTheCertificateIsMadeOnceAndHasAFingerprint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "studio.pem")
	address := netip.MustParseAddr("192.168.1.7")
	c, err := Certificate(path, []string{"nao.local"}, []netip.Addr{address}, time.Now())
	require.NoError(t, err)
	again, err := Certificate(path, nil, nil, time.Now())
	require.NoError(t, err)
	require.Equal(t, Fingerprint(c), Fingerprint(again))
	require.Len(t, strings.Split(Fingerprint(c), ":"), 32)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{c}}
	server.StartTLS()
	defer server.Close()
	leaf, err := x509.ParseCertificate(c.Certificate[0])
	require.NoError(t, err)
	require.NoError(t, leaf.VerifyHostname("192.168.1.7"))
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "nao.local"}}}
	response, err := client.Get(server.URL) //nolint:noctx // a test
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
}

func TestSecretsAreScrubbedFromURLs(t *testing.T) {
	u, err := url.Parse("/ws?a=1&token=secret")
	require.NoError(t, err)
	require.NotContains(t, scrub(u), "secret")
	require.Contains(t, scrub(u), "a=1")
}

func FuzzCookiesAndSignatures(f *testing.F) {
	k := newKeys()
	f.Add(k.seal(pass{name: "a"}, time.Unix(10, 0)), k.Signature(foxglove.Driver, 1, time.Unix(5, 0)))
	other := newKeys()
	f.Fuzz(func(t *testing.T, cookie, header string) {
		if _, ok := other.unseal(cookie, time.Unix(5, 0)); ok {
			t.Fatal("a cookie of other keys")
		}
		if _, ok := other.signed(header, 1, time.Unix(5, 0)); ok {
			t.Fatal("a signature of other keys")
		}
	})
}
