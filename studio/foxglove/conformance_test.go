package foxglove_test

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/studio/foxglove"
)

// nodeModules is where `make page` puts the packages of studio/web, among them the official client of the protocol.
const nodeModules = "../studio/web/node_modules"

// point is the text and the bytes of a geometry_msgs/msg/Point with x 1.5, y -2 and z 0.25.
const point = "float64 x\nfloat64 y\nfloat64 z\n"

func pointBytes() []byte {
	return []byte{
		0, 1, 0, 0,
		0, 0, 0, 0, 0, 0, 0xf8, 0x3f,
		0, 0, 0, 0, 0, 0, 0, 0xc0,
		0, 0, 0, 0, 0, 0, 0xd0, 0x3f,
	}
}

// store is one parameter.
type store struct{ value any }

func (s *store) Get(context.Context, []string) ([]foxglove.Parameter, error) {
	return []foxglove.Parameter{{Name: "/node.gain", Value: s.value, Type: "float64"}}, nil
}

func (s *store) Set(_ context.Context, _ *foxglove.Session, list []foxglove.Parameter) ([]foxglove.Parameter, error) {
	s.value = list[0].Value
	return list, nil
}

func (s *store) Watch([]string) {}

// published passes on what a client publishes.
type published chan string

func (p published) Advertise(*foxglove.Session, foxglove.ChannelInfo) error { return nil }
func (p published) Unadvertise(*foxglove.Session, foxglove.ChannelInfo)     {}

func (p published) Publish(_ *foxglove.Session, c foxglove.ChannelInfo, payload []byte) error {
	p <- c.Topic + " " + string(payload)
	return nil
}

func TestTheOfficialClientUnderstandsTheServer(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: internal/scripts/deps.sh --npm installs it")
	}
	modules, err := filepath.Abs(nodeModules)
	require.NoError(t, err)
	if found, err := filepath.Glob(modules + "/@foxglove/ws-protocol/package.json"); err != nil || found == nil {
		t.Skip("the official client is not installed: `make page` fetches it from studio/web's lockfile")
	}
	for _, name := range foxglove.Subprotocols() {
		t.Run(name, func(t *testing.T) {
			heard := make(published, 1)
			server, url := serve(t, foxglove.Options{
				Name: "robot", Parameters: &store{value: 0.5}, Publish: heard, Metadata: map[string]string{"ROS_DISTRO": "jazzy"},
				Graph: func() foxglove.Graph {
					return foxglove.Graph{Published: []foxglove.TopicPeers{{Name: "/point", Peers: []string{"/node"}}}}
				},
				Asset: func(_ context.Context, _ *foxglove.Session, uri string) ([]byte, error) {
					if uri != "package://a/b.dae" {
						return nil, errors.New("no such file")
					}
					return []byte("mesh"), nil
				},
			})
			c := server.AddChannel(foxglove.ChannelConfig{
				Topic: "/point", Encoding: "cdr", SchemaName: "geometry_msgs/msg/Point", Schema: point, SchemaEncoding: "ros2msg", Latched: true,
			})
			c.Publish(time.Unix(3, 5), pointBytes())
			server.AddService(echo(foxglove.Viewer))
			limited, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(limited, node, "testdata/client.mjs", url, name, modules)
			var errs bytes.Buffer
			cmd.Stderr = &errs
			out, err := cmd.Output()
			require.NoError(t, err, errs.String())
			require.Equal(t, "/cmd hello", <-heard)
			require.Equal(t, []string{
				"server robot jazzy", "message 3000000005 1.5 -2 0.25", "service {\"a\":1}", "failure it was bad",
				"parameter 0.5", "parameter 0.75", "graph /point /node", "asset mesh", "asset error no such file",
			}, strings.Split(strings.TrimSpace(string(out)), "\n"))
		})
	}
}
