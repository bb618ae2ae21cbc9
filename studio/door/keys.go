package door

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gonao/studio/foxglove"
)

// Keys holds the secrets of the door. A program with a token is admitted with the token's role.
type Keys struct {
	Driver string `json:"driver"`
	Editor string `json:"editor"`
	Viewer string `json:"viewer"`
	Sign   string `json:"sign"` // signs the cookies; a new key invalidates all of them
}

// DefaultPath returns the path of this user's key file.
func DefaultPath() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("the studio's tokens: no directory for them, set token_file: %w", err)
	}
	return filepath.Join(dir, "gonao", "studio.json"), nil
}

// newKeys returns random keys.
func newKeys() Keys {
	return Keys{Driver: secret(), Editor: secret(), Viewer: secret(), Sign: secret()}
}

// secret returns 192 random bits as text.
func secret() string {
	b := make([]byte, 24)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// LoadKeys reads the keys from a file, or creates the file with new ones.
func LoadKeys(path string) (Keys, error) {
	k, err := ReadKeys(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	k = newKeys()
	if err := writeKeys(path, k); errors.Is(err, fs.ErrExist) {
		return ReadKeys(path) // another studio has created it in between
	} else if err != nil {
		return Keys{}, fmt.Errorf("the studio's tokens: %w", err)
	}
	return k, nil
}

// ReadKeys reads the keys from a file. It is an error if others than the owner can read the file.
func ReadKeys(path string) (k Keys, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return k, fmt.Errorf("the studio's tokens: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return k, fmt.Errorf("the studio's tokens: %s can be read by others (mode %04o): chmod 600 it, or delete it so that a new one is made",
			path, info.Mode().Perm())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return k, fmt.Errorf("the studio's tokens: %w", err)
	}
	if err := json.Unmarshal(data, &k); err != nil {
		return k, fmt.Errorf("the studio's tokens: %s: %w", path, err)
	}
	for name, value := range map[string]string{"driver": k.Driver, "editor": k.Editor, "viewer": k.Viewer, "sign": k.Sign} {
		if len(value) < 16 {
			return k, fmt.Errorf("the studio's tokens: %s: %s: expected at least 16 characters", path, name)
		}
	}
	return k, nil
}

// writeKeys creates the file with its whole content at once. It returns an error if the file exists.
func writeKeys(path string, k Keys) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".studio-*") // its mode is 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // it may have gone
	data, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return errors.Join(err, f.Close())
	}
	_, err = f.Write(append(data, '\n'))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	// Unlike rename, Link does not replace another studio's file.
	return os.Link(f.Name(), path)
}

// same compares two secrets in constant time.
func same(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}

// role returns the role of a token.
func (k Keys) role(token string) (foxglove.Role, bool) {
	switch {
	case same(token, k.Driver):
		return foxglove.Driver, true
	case same(token, k.Editor):
		return foxglove.Editor, true
	case same(token, k.Viewer):
		return foxglove.Viewer, true
	}
	return 0, false
}

// pass is the content of a cookie.
type pass struct {
	name string // name of the browser, different for each browser
	role foxglove.Role
}

// seal returns the cookie for a pass. It is valid until a time.
func (k Keys) seal(p pass, until time.Time) string {
	text := p.name + "." + p.role.String() + "." + strconv.FormatInt(until.Unix(), 10)
	return text + "." + k.sign(text)
}

// unseal returns the pass in a cookie.
func (k Keys) unseal(cookie string, now time.Time) (p pass, ok bool) {
	at := strings.LastIndexByte(cookie, '.')
	if at < 0 || !same(cookie[at+1:], k.sign(cookie[:at])) {
		return p, false
	}
	parts := strings.Split(cookie[:at], ".")
	if len(parts) != 3 || p.role.UnmarshalText([]byte(parts[1])) != nil {
		return p, false
	}
	until, err := strconv.ParseInt(parts[2], 10, 64)
	p.name = parts[0]
	return p, err == nil && now.Unix() < until
}

func (k Keys) sign(text string) string {
	h := hmac.New(sha256.New, []byte(k.Sign))
	h.Write([]byte("gonao studio cookie " + text))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
