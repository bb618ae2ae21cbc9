package tool

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// years is how long certificates and permissions are valid.
const years = 10

// pair is a certificate with its key.
type pair struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// newAuthority makes an authority that signs itself.
func newAuthority(now time.Time) (*pair, error) {
	return newPair(nil, &x509.Certificate{
		Subject: pkix.Name{CommonName: "gonao authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign | x509.KeyUsageDigitalSignature,
	}, now)
}

// newIdentity makes the certificate of an enclave. As in SROS 2, the certificate's name is the enclave's name.
func newIdentity(authority *pair, name string, now time.Time) (*pair, error) {
	return newPair(authority, &x509.Certificate{Subject: pkix.Name{CommonName: name}, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature}, now)
}

// newPair makes a key on the curve P-256 and its certificate. The authority signs the certificate; if authority is
// nil, the certificate signs itself.
func newPair(authority *pair, template *x509.Certificate, now time.Time) (*pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if template.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)); err != nil {
		return nil, err
	}
	template.NotBefore, template.NotAfter = now.Add(-time.Hour), now.AddDate(years, 0, 0)
	if authority == nil {
		authority = &pair{template, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, authority.certificate, &key.PublicKey, authority.key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	return &pair{certificate, key}, err
}

// write writes certificate and key as PEM. Only the owner may read the key.
func (p *pair) write(certificate, key string) error {
	der, err := x509.MarshalPKCS8PrivateKey(p.key)
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: p.certificate.Raw}), 0o644),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600))
}

// readAuthority reads the files that write wrote.
func readAuthority(certificate, key string) (*pair, error) {
	var blocks [2]*pem.Block
	for i, file := range []string{certificate, key} {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if blocks[i], _ = pem.Decode(text); blocks[i] == nil {
			return nil, fmt.Errorf("%s: expected PEM", file)
		}
	}
	cert, err := x509.ParseCertificate(blocks[0].Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", certificate, err)
	}
	private, err := x509.ParsePKCS8PrivateKey(blocks[1].Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	own, ok := private.(*ecdsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s: expected a key of an elliptic curve", key)
	}
	return &pair{cert, own}, nil
}

// sign writes NAME.xml, and NAME.p7s, the same text signed by the authority as S/MIME, into a directory.
func (k keystore) sign(name, text, dir string) error {
	file := filepath.Join(dir, name+".xml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	program, err := exec.LookPath("openssl")
	if err != nil {
		return fmt.Errorf("keys: sign %s: install openssl: %w", file, err)
	}
	cmd := exec.Command(program, "smime", "-sign", "-text", "-in", file, "-out", filepath.Join(dir, name+".p7s"),
		"-signer", k.file("public", "permissions_ca.cert.pem"), "-inkey", k.file("private", "permissions_ca.key.pem"))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("keys: sign %s: openssl: %w: %s", file, err, &errs)
	}
	return nil
}

// head is the beginning of a document of DDS Security.
const head = `<?xml version="1.0" encoding="UTF-8"?>
<dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.omg.org/spec/DDS-SECURITY/20170901/omg_shared_ca_%s.xsd">
`

// governance protects everything: participants without an identity from the authority are ignored, and topics are
// encrypted.
var governance = fmt.Sprintf(head, "governance") + `  <domain_access_rules>
    <domain_rule>
      <domains><id_range><min>0</min><max>230</max></id_range></domains>
      <allow_unauthenticated_participants>false</allow_unauthenticated_participants>
      <enable_join_access_control>true</enable_join_access_control>
      <discovery_protection_kind>ENCRYPT</discovery_protection_kind>
      <liveliness_protection_kind>ENCRYPT</liveliness_protection_kind>
      <rtps_protection_kind>SIGN</rtps_protection_kind>
      <topic_access_rules>
        <topic_rule>
          <topic_expression>*</topic_expression>
          <enable_discovery_protection>true</enable_discovery_protection>
          <enable_liveliness_protection>true</enable_liveliness_protection>
          <enable_read_access_control>true</enable_read_access_control>
          <enable_write_access_control>true</enable_write_access_control>
          <metadata_protection_kind>ENCRYPT</metadata_protection_kind>
          <data_protection_kind>ENCRYPT</data_protection_kind>
        </topic_rule>
      </topic_access_rules>
    </domain_rule>
  </domain_access_rules>
</dds>
`

// permissions returns a document that allows an enclave all topics of all domains for some years.
func permissions(name string, now time.Time) string {
	const form = "2006-01-02T15:04:05"
	now = now.UTC()
	return fmt.Sprintf(head, "permissions") + fmt.Sprintf(`  <permissions>
    <grant name="%[1]s">
      <subject_name>CN=%[1]s</subject_name>
      <validity><not_before>%[2]s</not_before><not_after>%[3]s</not_after></validity>
      <allow_rule>
        <domains><id_range><min>0</min><max>230</max></id_range></domains>
        <publish><topics><topic>*</topic></topics></publish>
        <subscribe><topics><topic>*</topic></topics></subscribe>
      </allow_rule>
      <default>DENY</default>
    </grant>
  </permissions>
</dds>
`, name, now.Add(-time.Hour).Format(form), now.AddDate(years, 0, 0).Format(form))
}
