package tool

// This part of the package holds the commands gonao ros keys. They make the keys and permissions of DDS Security,
// which ROS 2 calls SROS 2. With them, nodes refuse strangers. The files are laid out as SROS 2's keystore, so that
// other people's nodes can use them, too.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
)

// newKeys returns the commands.
func newKeys(t cli.Terminal) *cobra.Command {
	return cli.Group("keys", "make keys with which nodes refuse strangers (DDS Security)", newCreate(t), newAdd(t))
}

func newCreate(t cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use: "create KEYSTORE [ENCLAVE...]", Short: "make a keystore, with keys for each enclave", Args: cobra.MinimumNArgs(1),
		Long: `create makes a directory with your own certificate authority, the rules of what is protected (governance), and for each
enclave a key, a certificate and permissions. An enclave is the name of a group of nodes, by default /;
all nodes of a robot may share one. The private keys of the authority sign new enclaves: keep the directory
private/ on one computer, and copy enclaves/ to the other computers.

Environment variables make nodes use it, as in ROS 2: ROS_SECURITY_ENABLE=true, ROS_SECURITY_KEYSTORE=KEYSTORE,
ROS_SECURITY_STRATEGY=Enforce, and ROS_SECURITY_ENCLAVE_OVERRIDE=/nao1 for another enclave than /.
It needs the program openssl.`,
		Example: "  gonao ros keys create keystore / /nao1",
		RunE: func(_ *cobra.Command, args []string) error {
			k := keystore(args[0])
			names := args[1:]
			if len(names) == 0 {
				names = []string{"/"}
			}
			if err := checkEnclaves(names); err != nil {
				return err
			}
			now := time.Now()
			if err := k.create(now); err != nil {
				return err
			}
			return k.addAll(t, names, now)
		},
	}
}

func newAdd(t cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use: "add KEYSTORE ENCLAVE...", Short: "add keys for more enclaves", Args: cobra.MinimumNArgs(2),
		Long:    "add makes a key, a certificate and permissions for each enclave, signed by the keystore's authority.",
		Example: "  gonao ros keys add keystore /nao2",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkEnclaves(args[1:]); err != nil {
				return err
			}
			return keystore(args[0]).addAll(t, args[1:], time.Now())
		},
	}
}

// enclaveName is the form of an enclave's name.
var enclaveName = regexp.MustCompile(`^/$|^(/[A-Za-z_][A-Za-z0-9_]*)+$`)

// checkEnclaves returns an error for the first invalid name.
func checkEnclaves(names []string) error {
	for _, name := range names {
		if !enclaveName.MatchString(name) {
			return cli.Usagef("enclave %q: expected a name such as / or /nao1", name)
		}
	}
	return nil
}

// keystore is a directory of keys.
type keystore string

// file returns the path of a file.
func (k keystore) file(parts ...string) string {
	return filepath.Join(append([]string{string(k)}, parts...)...)
}

// create makes the authority and the governance.
func (k keystore) create(now time.Time) error {
	if _, err := os.Stat(k.file("private")); err == nil {
		return fmt.Errorf("keys: %s is a keystore already: use gonao ros keys add to add an enclave", k)
	}
	for _, dir := range []struct {
		name string
		mode os.FileMode
	}{{"public", 0o755}, {"private", 0o700}, {"enclaves", 0o755}} {
		if err := os.MkdirAll(k.file(dir.name), dir.mode); err != nil {
			return fmt.Errorf("keys: %w", err)
		}
	}
	authority, err := newAuthority(now)
	if err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	if err := authority.write(k.file("public", "ca.cert.pem"), k.file("private", "ca.key.pem")); err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	for _, of := range []string{"identity_ca", "permissions_ca"} { // SROS 2 uses two names; both are the same authority
		if err := os.Symlink("ca.cert.pem", k.file("public", of+".cert.pem")); err != nil {
			return fmt.Errorf("keys: %w", err)
		}
		if err := os.Symlink("ca.key.pem", k.file("private", of+".key.pem")); err != nil {
			return fmt.Errorf("keys: %w", err)
		}
	}
	return k.sign("governance", governance, k.file("enclaves"))
}

// addAll adds enclaves, and prints their directories.
func (k keystore) addAll(t cli.Terminal, names []string, now time.Time) error {
	authority, err := readAuthority(k.file("public", "ca.cert.pem"), k.file("private", "ca.key.pem"))
	if err != nil {
		return fmt.Errorf("keys: %s: expected a keystore that gonao ros keys create made: %w", k, err)
	}
	for _, name := range names {
		dir := k.file("enclaves", name)
		if err := k.add(authority, name, dir, now); err != nil {
			return fmt.Errorf("keys: enclave %s: %w", name, err)
		}
		fmt.Fprintf(t.Out, "enclave %s: %s\n", name, dir)
	}
	return nil
}

// add makes the files of an enclave.
func (k keystore) add(authority *pair, name, dir string, now time.Time) error {
	if _, err := os.Stat(filepath.Join(dir, "key.pem")); err == nil {
		return fmt.Errorf("%s exists already", filepath.Join(dir, "key.pem"))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	own, err := newIdentity(authority, name, now)
	if err != nil {
		return err
	}
	if err := own.write(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")); err != nil {
		return err
	}
	for _, of := range []string{"identity_ca", "permissions_ca"} {
		if err := copyText(k.file("public", "ca.cert.pem"), filepath.Join(dir, of+".cert.pem")); err != nil {
			return err
		}
	}
	if err := k.sign("permissions", permissions(name, now), dir); err != nil {
		return err
	}
	if filepath.Clean(dir) == filepath.Clean(k.file("enclaves")) {
		return nil // the enclave / has the governance already
	}
	return copyText(k.file("enclaves", "governance.p7s"), filepath.Join(dir, "governance.p7s"))
}

// copyText copies a file.
func copyText(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
