package studio

import (
	"fmt"
	"net/url"
)

// Config is the node's parameters.
type Config struct {
	_ struct{} `desc:"The node that serves the studio: a page in the browser that shows, edits and debugs robots of the graph."`

	Address           string   `yaml:"address" readonly:"true" desc:"where to listen: localhost is 127.0.0.1 and ::1; any other address is served by TLS"`
	Port              int      `yaml:"port" min:"0" max:"65535" readonly:"true" desc:"of the page and of the socket; 0 is any"`
	Ports             int      `yaml:"ports" min:"1" max:"100" readonly:"true" desc:"how many ports, from port on, are tried while others have them"`
	TokenFile         string   `yaml:"token_file" readonly:"true" desc:"The file with the tokens, made when missing and readable by its owner only; empty is gonao/studio.json in the user's configuration directory."`
	CertificateFile   string   `yaml:"certificate_file" readonly:"true" desc:"certificate and key, made when missing; empty is studio.pem beside the token file"`
	Directory         string   `yaml:"directory" readonly:"true" desc:"of the machines that browsers open and save, made when missing; empty is gonao/machines in the home directory"`
	Module            string   `yaml:"module" readonly:"true" desc:"directory of gonao's sources, in which generated code is compiled; empty is one above the working directory or the program, where there is one"`
	MatchProgram      string   `yaml:"match_program" readonly:"true" desc:"the program that plays matches; empty is match beside this program, or in PATH"`
	Page              string   `yaml:"page" readonly:"true" desc:"directory of another page than the one that was built in"`
	Hosts             []string `yaml:"hosts" readonly:"true" desc:"names, besides localhost and this machine's addresses, by which browsers reach the studio"`
	AllowedOrigins    []string `yaml:"allowed_origins" readonly:"true" desc:"Other pages that may open the socket, with the viewers' token and a viewer's rights: https://app.foxglove.dev, or a Lichtblick of one's own. None by default."`
	TeleopMPerSec     float64  `yaml:"teleop_m_per_sec" unit:"m/s" min:"0" max:"0.5" readonly:"true" desc:"how fast a person may drive a robot from a browser"`
	TeleopTurnDeg     float64  `yaml:"teleop_turn_deg" unit:"deg/s" min:"0" max:"120" readonly:"true" desc:"how fast a person may turn it"`
	ServiceTimeoutSec float64  `yaml:"service_timeout_sec" unit:"s" min:"0.1" max:"3600" desc:"how long a browser's call of a service waits for its answer"`
}

// DefaultConfig returns a studio for the browser of the same machine.
func DefaultConfig() Config {
	return Config{
		Address: "localhost", Port: 8765, Ports: 10, Hosts: []string{}, AllowedOrigins: []string{}, ServiceTimeoutSec: 30,
		TeleopMPerSec: 0.2, TeleopTurnDeg: 50,
	}
}

// Validate checks what the tags cannot express.
func (c Config) Validate() error {
	for _, origin := range c.AllowedOrigins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" {
			return fmt.Errorf("allowed_origins: %q: expected a scheme and a host, such as https://app.foxglove.dev", origin)
		}
	}
	return nil
}
