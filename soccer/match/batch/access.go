package batch

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// access holds the secrets of the roles, and the certificate for other computers. They are stored on disk, so that
// workers recognise a restarted coordinator.
type access struct {
	secrets     map[account]string // for worker and viewer
	certificate tls.Certificate
	fingerprint string // SHA-256 of the certificate in hexadecimal digits
}

// loadAccess returns the access stored in a directory, and creates it if there is none.
func loadAccess(dir string) (*access, error) {
	file := filepath.Join(dir, "access.pem")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		if text, err = newAccess(); err == nil {
			err = writeWhole(file, text, 0o600)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the coordinator's certificate: %w", err)
	}
	a := &access{secrets: map[account]string{}}
	var key []byte
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case "CERTIFICATE":
			a.certificate.Certificate = append(a.certificate.Certificate, block.Bytes)
		case "PRIVATE KEY":
			key = block.Bytes
		case string(workerAccount), string(viewerAccount):
			a.secrets[account(block.Type)] = string(block.Bytes)
		}
	}
	if len(a.certificate.Certificate) != 1 || key == nil || len(a.secrets) != 2 {
		return nil, fmt.Errorf("%s: expected a certificate, a private key and the secrets of worker and viewer; delete the file to have them made", file)
	}
	if a.certificate.PrivateKey, err = x509.ParsePKCS8PrivateKey(key); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	a.fingerprint = fingerprint(a.certificate.Certificate[0])
	return a, nil
}

func fingerprint(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return hex.EncodeToString(sum[:])
}

// newAccess returns a new certificate for a new key, and the secrets of the roles.
func newAccess() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	// Workers check only the fingerprint, so the names and times in the certificate do not matter.
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "gonao match"}, NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, DNSNames: []string{"gonao"},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	var out []byte
	for _, b := range []pem.Block{
		{Type: "CERTIFICATE", Bytes: certificate},
		{Type: "PRIVATE KEY", Bytes: private},
		{Type: string(workerAccount), Bytes: []byte(rand.Text())},
		{Type: string(viewerAccount), Bytes: []byte(rand.Text())},
	} {
		out = append(out, pem.EncodeToMemory(&b)...)
	}
	return out, nil
}

// writeWhole writes a file, so that it is never seen in part.
func writeWhole(file string, text []byte, mode os.FileMode) error {
	tmp := file + ".new"
	if err := os.WriteFile(tmp, text, mode); err != nil {
		return err
	}
	return os.Rename(tmp, file)
}

// loopback reports whether only this computer reaches a host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// reachable returns the address at which other computers reach a listening host: the host itself, or, if it listens on
// all addresses, the first address of this computer that is not a loopback one.
func reachable(host string) string {
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return host
	}
	addresses, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
				return n.IP.String()
			}
		}
	}
	if name, err := os.Hostname(); err == nil {
		return name
	}
	return "localhost"
}

// checkURL checks the address of a queue.
func checkURL(address, print string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
		return nil, fmt.Errorf("%q: expected nats://HOST:PORT or tls://NAME:SECRET@HOST:PORT", address)
	}
	if raw, err := hex.DecodeString(print); print != "" && (err != nil || len(raw) != sha256.Size) {
		return nil, fmt.Errorf("fingerprint %q: expected 64 hexadecimal digits, as the coordinator prints them", print)
	}
	if u.Scheme == "nats" && !loopback(u.Hostname()) && u.User != nil {
		return nil, fmt.Errorf("%s: a secret would be sent in the clear; expected tls://", u.Host)
	}
	return u, nil
}

// checkCertificate returns the configuration of a client that accepts one certificate.
func checkCertificate(print string) *tls.Config {
	if print == "" {
		return &tls.Config{MinVersion: tls.VersionTLS12} // checked by the system's authorities
	}
	return &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // names and authorities are not checked, the certificate itself is
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 {
				return errors.New("the coordinator has shown no certificate")
			}
			if got := fingerprint(s.PeerCertificates[0].Raw); got != print {
				return fmt.Errorf("the coordinator's fingerprint is %s; expected %s", got, print)
			}
			return nil
		},
	}
}

// tlsServer returns the configuration of the coordinator's side.
func tlsServer(a *access) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{a.certificate}, MinVersion: tls.VersionTLS12}
}
