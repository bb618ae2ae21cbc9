package cyclone

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
)

// securityFiles are the files of an enclave, as SROS 2 names them, and the elements of Cyclone's configuration that hold them.
var securityFiles = []struct{ element, file string }{
	{"IdentityCA", "identity_ca.cert.pem"},
	{"IdentityCertificate", "cert.pem"},
	{"PrivateKey", "key.pem"},
	{"PermissionsCA", "permissions_ca.cert.pem"},
	{"Governance", "governance.p7s"},
	{"Permissions", "permissions.p7s"},
}

// securityConfig returns Cyclone's settings for DDS Security, "" when it is not enabled. It reads the environment as ROS
// 2 does: ROS_SECURITY_ENABLE, ROS_SECURITY_KEYSTORE, ROS_SECURITY_ENCLAVE_OVERRIDE, ROS_SECURITY_STRATEGY.
func securityConfig(getenv func(string) string) (string, error) {
	if getenv("ROS_SECURITY_ENABLE") != "true" {
		return "", nil
	}
	dir, err := enclaveDir(getenv)
	if err != nil && getenv("ROS_SECURITY_STRATEGY") == "Enforce" {
		return "", err
	}
	if err != nil {
		slog.Warn("without security, as ROS_SECURITY_STRATEGY is not Enforce: " + err.Error())
		return "", nil
	}
	text := map[string]string{}
	for _, f := range securityFiles {
		var escaped strings.Builder
		if err := xml.EscapeText(&escaped, []byte("file:"+filepath.Join(dir, f.file))); err != nil {
			return "", err
		}
		text[f.element] = "<" + f.element + ">" + escaped.String() + "</" + f.element + ">"
	}
	library := func(name, function string) string {
		return fmt.Sprintf(`<Library path="%s" initFunction="init_%s" finalizeFunction="finalize_%s"/>`, plugin(name), function, function)
	}
	return "<Security><Authentication>" + library("auth", "authentication") + text["IdentityCA"] + text["IdentityCertificate"] + text["PrivateKey"] +
		"</Authentication><AccessControl>" + library("ac", "access_control") + text["PermissionsCA"] + text["Governance"] + text["Permissions"] +
		"</AccessControl><Cryptographic>" + library("crypto", "crypto") + "</Cryptographic></Security>", nil
}

// enclaveDir returns the directory of the enclave, with all its files.
func enclaveDir(getenv func(string) string) (string, error) {
	keystore, enclave := getenv("ROS_SECURITY_KEYSTORE"), getenv("ROS_SECURITY_ENCLAVE_OVERRIDE")
	enclave = cmp.Or(enclave, "/")
	if keystore == "" {
		return "", fmt.Errorf("ROS_SECURITY_ENABLE=true: expected ROS_SECURITY_KEYSTORE, a directory that gonao ros keys create made")
	}
	dir, err := filepath.Abs(filepath.Join(keystore, "enclaves", enclave))
	if err != nil {
		return "", err
	}
	for _, f := range securityFiles {
		if _, err := os.Stat(filepath.Join(dir, f.file)); err != nil {
			return "", fmt.Errorf("security: enclave %s of ROS_SECURITY_KEYSTORE=%q: %w; gonao ros keys add makes it", enclave, keystore, err)
		}
	}
	return dir, nil
}

// plugin returns the path of a plugin of Cyclone's: beside the program's own libraries, where Debian has it, or its name, for the search
// path of the loader.
func plugin(name string) string {
	file := "libdds_security_" + name + ".so"
	places := []string{"/usr/lib/*/libddsc0debian/" + file}
	if self, err := os.Executable(); err == nil {
		places = append([]string{filepath.Join(filepath.Dir(self), "libs", file)}, places...)
	}
	for _, place := range places {
		if found, _ := filepath.Glob(place); len(found) > 0 { // the patterns are well-formed
			return found[0]
		}
	}
	return "dds_security_" + name
}
