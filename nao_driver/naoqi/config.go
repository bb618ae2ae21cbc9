package naoqi

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gonao/internal/declared"
	"gonao/nao/body"
)

// Config holds where the robot is, and the numbers of the cycle.
type Config struct {
	Address       string        `yaml:"address" readonly:"true" desc:"the robot's name or IP address; tcps://HOST if NAOqi requires a password"`
	User          string        `yaml:"user" readonly:"true" desc:"usually nao; empty if NAOqi requires none"`
	Password      string        `yaml:"password" readonly:"true" desc:"password of the robot's web page; every node can read it"`
	Rate          float64       `yaml:"rate_hz" unit:"Hz" min:"1" max:"83" desc:"rate at which states are requested; ALMotion has 50"`
	CallWithin    time.Duration `yaml:"call_within_sec" min:"0.05" max:"10" desc:"longest time until NAOqi answers a call"`
	ConnectWithin time.Duration `yaml:"-"` // time to connect and find the services
	MaxSpeed      float64       `yaml:"max_speed" min:"0.05" max:"1" desc:"largest speed, as a share of the joints' top speed"`
	PostureSpeed  float64       `yaml:"posture_speed" min:"0.05" max:"1" desc:"speed of movements to a posture, as a share of the top speed"`
	StopAfter     time.Duration `yaml:"stop_after_sec" min:"0.1" max:"60" desc:"time without a cmd_vel after which ALMotion stops walking"`
	KeepLife      bool          `yaml:"autonomous_life" readonly:"true" desc:"leave NAOqi's autonomous life running; it moves the robot too"`

	body.Config `yaml:"-"`
}

// longestStep bounds how far targets move from one state to the next. States are 20 ms apart, and much further over
// a bad network. With a bound of two cycles, as for LoLA, a robot could not be let down in the time of an ending.
// The joints' speed is bounded, too.
const longestStep = 200 * time.Millisecond

// DefaultConfig is for a robot on a cable or a good wireless network.
func DefaultConfig() Config {
	c := Config{
		Config:        body.DefaultConfig(),
		Rate:          50, // ALMotion's own rate
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

// These are the ports of NAOqi.
const (
	plainPort     = "9559"
	encryptedPort = "9503"
)

// hostLetters are the characters of host names.
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

// parseAddress parses an address that a person has written.
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
		return a, wrong("its scheme is neither tcp nor tcps")
	}
	if net.ParseIP(rest) != nil { // IPv6 without a port
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
		return a, wrong("it contains no host name")
	}
	if p := u.Port(); p != "" {
		a.port = p
	}
	if n, err := strconv.ParseUint(a.port, 10, 16); err != nil || n == 0 {
		return a, wrong("no port")
	}
	return a, nil
}

// Check returns an error that names the wrong field and what was expected.
func (c Config) Check() error {
	if _, err := parseAddress(c.Address); err != nil {
		return err
	}
	return declared.Check(&c)
}
