package naoqi

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gonao/body"
)

// Config holds where the robot is, and the figures of the cycle.
type Config struct {
	Address  string // host, host:port or tcp://host:port; tcps:// where NAOqi requires a password
	User     string // empty: NAOqi requires none
	Password string

	body.Config

	Rate          float64       // states requested, 1/s
	CallWithin    time.Duration // NAOqi's time to answer a call
	ConnectWithin time.Duration // time to connect and find the services

	MaxSpeed     float64       // largest share of the joints' top speed that is requested, 0 to 1
	KeepLife     bool          // NAOqi's autonomous life stays on; it moves the robot too
	StopAfter    time.Duration // time without a walking speed after which ALMotion stops
	PostureSpeed float64       // share of the top speed to a posture, 0 to 1
}

// longestStep bounds how far targets move on from one state to the next. States are 20 ms apart, and
// far more over a bad network; with LoLA's two cycles a robot could not be let down in the time of an
// ending. The speed of the joints is bounded too.
const longestStep = 200 * time.Millisecond

// DefaultConfig is for a robot on a cable or a good wireless network.
func DefaultConfig() Config {
	c := Config{
		Config:        body.DefaultConfig(),
		Rate:          50, // ALMotion's own
		CallWithin:    500 * time.Millisecond,
		ConnectWithin: 10 * time.Second,
		MaxSpeed:      1,
		StopAfter:     time.Second,
		PostureSpeed:  0.5,
	}
	c.RetryEvery = time.Second
	c.Safety.LongestStep = longestStep
	return c
}

// The ports of NAOqi.
const (
	plainPort     = "9559"
	encryptedPort = "9503"
)

// hostLetters are the letters of host names.
const hostLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"

// address is the address of a NAOqi.
type address struct {
	encrypted  bool
	host, port string
}

func (a address) String() string {
	scheme := "tcp"
	if a.encrypted {
		scheme = "tcps"
	}
	return scheme + "://" + a.hostPort()
}

func (a address) hostPort() string { return net.JoinHostPort(a.host, a.port) }

// parseAddress returns the address that a person has written.
func parseAddress(text string) (address, error) {
	wrong := func(why string) error {
		return fmt.Errorf("address %q: %s; expected the robot's name or IP address, such as nao.local, 192.168.1.20 or tcp://192.168.1.20:9559", text, why)
	}
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		scheme, rest = "tcp", text
	}
	a := address{encrypted: scheme == "tcps", port: plainPort}
	if a.encrypted {
		a.port = encryptedPort
	} else if scheme != "tcp" {
		return a, wrong("no scheme of NAOqi, which are tcp and tcps")
	}
	if net.ParseIP(rest) != nil { // IPv6, without a port
		a.host = rest
		return a, nil
	}
	u, err := url.Parse("tcp://" + rest)
	if err != nil || u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return a, wrong("not an address")
	}
	if a.host = u.Hostname(); a.host == "" {
		return a, wrong("no host")
	}
	if net.ParseIP(a.host) == nil && strings.IndexFunc(a.host, func(c rune) bool { return !strings.ContainsRune(hostLetters, c) }) >= 0 {
		return a, wrong("no name of a host")
	}
	if p := u.Port(); p != "" {
		a.port = p
	}
	if n, err := strconv.ParseUint(a.port, 10, 16); err != nil || n == 0 {
		return a, wrong("no port")
	}
	return a, nil
}

// Check returns an error that names the field that is wrong and what was expected.
func (c Config) Check() error {
	if _, err := parseAddress(c.Address); err != nil {
		return err
	}
	if !(c.Rate > 0 && c.Rate <= maxRate) {
		return fmt.Errorf("rate %g: expected above 0, to %g states a second", c.Rate, maxRate)
	}
	if !(c.MaxSpeed > 0 && c.MaxSpeed <= 1) {
		return fmt.Errorf("max speed %g: expected above 0, to 1", c.MaxSpeed)
	}
	if !(c.PostureSpeed > 0 && c.PostureSpeed <= 1) {
		return fmt.Errorf("posture speed %g: expected above 0, to 1", c.PostureSpeed)
	}
	return nil
}

// maxRate is the rate of the body's own cycle: there are no more states.
const maxRate = 83.0
