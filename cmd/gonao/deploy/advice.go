package deploy

import (
	"errors"
	"fmt"
	"strings"
)

// advice maps error messages of ssh to advice for the user. The first entry that matches is used.
var advice = []struct{ contains, means string }{
	{"Could not resolve hostname", "no such host: press the chest button, the robot says its address; then nao@ADDRESS"},
	{"Name or service not known", "no such host: press the chest button, the robot says its address; then nao@ADDRESS"},
	{"Connection refused", "a machine answers, but no ssh runs on it: is it the robot, and has it booted? A NAO takes a minute"},
	{"No route to host", "it cannot be reached: is the robot on, and in the same network as this computer?"},
	{"Network is unreachable", "it cannot be reached: this computer has no network that leads there"},
	{"timed out", "no answer: is the robot on, and in the same network as this computer?"},
	{"REMOTE HOST IDENTIFICATION HAS CHANGED", "the host key has changed since the last login. If the robot was flashed again, or another robot has " +
		"this address now, forget the old key with: ssh-keygen -R HOST; otherwise somebody may be intercepting the connection"},
	{"Host key verification failed", "the host key is not known: log in once with ssh TARGET, compare the key, and answer yes"},
	{"Too many authentication failures", "ssh offered too many keys: choose one with --ssh-option IdentitiesOnly=yes --ssh-option IdentityFile=PATH"},
	{"Permission denied", "login refused: the password is wrong, or the robot does not have your key. Copy your key with: ssh-copy-id TARGET (a NAO's first password is nao)"},
	{"no matching host key type", "the ssh on the robot is too old for yours: try --ssh-option HostKeyAlgorithms=+ssh-rsa"},
	{"no matching key exchange method", "the ssh on the robot is too old for yours: try --ssh-option KexAlgorithms=+diffie-hellman-group14-sha1"},
	{"Bad configuration option", "expected an option of ssh_config(5) such as Port=2222"},
	{"not allocate", "the robot accepts no further login: end other logins"},
}

// errUnreachable is returned when the robot cannot be reached or refuses the login.
var errUnreachable = errors.New("no connection")

// sshError returns the error for a failed ssh, with what to do about it.
func sshError(target, stderr string, err error) error {
	_, host, found := strings.Cut(target, "@")
	if !found {
		host = target
	}
	for _, a := range advice {
		if strings.Contains(stderr, a.contains) {
			means := strings.NewReplacer("TARGET", target, "HOST", host).Replace(a.means)
			return fmt.Errorf("%w to %s: %s (ssh: %s)", errUnreachable, target, means, strings.TrimPrefix(lastLine(stderr), "ssh: "))
		}
	}
	if stderr = strings.TrimSpace(stderr); stderr != "" {
		return fmt.Errorf("%w to %s: ssh: %s", errUnreachable, target, strings.TrimPrefix(lastLine(stderr), "ssh: "))
	}
	if strings.HasPrefix(err.Error(), "ssh: ") {
		return fmt.Errorf("%w to %s: %w", errUnreachable, target, err)
	}
	return fmt.Errorf("%w to %s: ssh: %w", errUnreachable, target, err)
}

// lastLine returns the last line of text that is not empty.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
