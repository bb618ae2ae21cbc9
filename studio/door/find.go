package door

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gonao/studio/foxglove"
)

// Signature returns the header Authorization with which a program that can read the keys requests a one-time code.
// It is valid for a minute at one port and contains no token, so that another program that listens at the port
// learns nothing.
func (k Keys) Signature(role foxglove.Role, port int, now time.Time) string {
	text := role.String() + "." + strconv.Itoa(port) + "." + strconv.FormatInt(now.Unix(), 10)
	return "Signed " + text + "." + k.signCode(text)
}

func (k Keys) signCode(text string) string {
	h := hmac.New(sha256.New, []byte(k.Sign))
	h.Write([]byte("gonao studio code " + text))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// signatureValid is how long a signature is valid, before and after its time.
const signatureValid = time.Minute

// signed returns the role of a signature.
func (k Keys) signed(header string, port int, now time.Time) (role foxglove.Role, ok bool) {
	text, ok := strings.CutPrefix(header, "Signed ")
	at := strings.LastIndexByte(text, '.')
	if !ok || at < 0 || !same(text[at+1:], k.signCode(text[:at])) {
		return 0, false
	}
	parts := strings.Split(text[:at], ".")
	if len(parts) != 3 || role.UnmarshalText([]byte(parts[0])) != nil || parts[1] != strconv.Itoa(port) {
		return 0, false
	}
	when, err := strconv.ParseInt(parts[2], 10, 64)
	age := now.Sub(time.Unix(when, 0))
	return role, err == nil && age < signatureValid && age > -signatureValid
}

// ErrNoStudio is returned by Find if no studio with these keys runs on this computer.
var ErrNoStudio = errors.New("no studio runs on this machine")

// Find searches the ports of this computer for a studio with the keys. It returns the studio's address, and a link
// that opens its page once.
func Find(ctx context.Context, k Keys, role foxglove.Role, now func() time.Time, ports ...int) (address, link string, err error) {
	for _, port := range ports {
		address := "http://127.0.0.1:" + strconv.Itoa(port)
		code, err := requestCode(ctx, address, k.Signature(role, port, now()))
		if ctx.Err() != nil {
			return "", "", ctx.Err()
		}
		if err == nil {
			return address, address + "/login?code=" + code, nil
		}
	}
	return "", "", ErrNoStudio
}

// answerWait is the longest time that a studio on this computer may take to answer.
const answerWait = 2 * time.Second

func requestCode(ctx context.Context, address, signature string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/code", nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", signature)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1000))
	if err != nil {
		return "", err
	}
	code := strings.TrimSpace(string(text))
	if response.StatusCode != http.StatusOK || strings.ContainsAny(code, " /<>") {
		return "", fmt.Errorf("%s: status %d", address, response.StatusCode)
	}
	return code, nil
}
