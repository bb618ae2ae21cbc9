package cyclone

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

func TestTheEnvironmentSaysWhereOthersAreLookedFor(t *testing.T) {
	rows := map[string]struct {
		env             map[string]string
		has, hasNot     []string
		warning, silent string
	}{
		"nothing set": {
			nil, []string{"<ParticipantIndex>auto<", `<Peer Address="127.0.0.1"/>`}, []string{"AllowMulticast", "Interfaces"}, "", "deprecated",
		},
		"peers": {
			map[string]string{"ROS_STATIC_PEERS": " 10.0.0.1;10.0.0.2; fe80::1 ;"},
			[]string{`<Peers><Peer Address="10.0.0.1"/><Peer Address="10.0.0.2"/><Peer Address="fe80::1"/><Peer Address="127.0.0.1"/></Peers>`},
			nil, "", "",
		},
		"this host and peers": {
			map[string]string{"ROS_AUTOMATIC_DISCOVERY_RANGE": "localhost", "ROS_STATIC_PEERS": "10.0.0.1"},
			[]string{"<AllowMulticast>false<", `"10.0.0.1"`},
			nil, "", "",
		},
		"the old setting wins and says so": {
			map[string]string{"ROS_LOCALHOST_ONLY": "1", "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", "ROS_STATIC_PEERS": "10.0.0.1"},
			[]string{`<NetworkInterface address="127.0.0.1"/>`},
			[]string{"10.0.0.1"},
			"STATIC_PEERS are ignored", "",
		},
		"the old setting where it is the only one": {
			map[string]string{"ROS_LOCALHOST_ONLY": "1", "ROS_DISTRO": "humble"},
			[]string{`<NetworkInterface address="127.0.0.1"/>`},
			nil, "", "deprecated",
		},
		"the old setting off": {map[string]string{"ROS_LOCALHOST_ONLY": "0"}, nil, []string{"Interfaces"}, "", "deprecated"},
		"nobody":              {map[string]string{"ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF"}, []string{"<Tag>ros_discovery_off_"}, []string{"<Peer "}, "", ""},
		"a short lease":       {map[string]string{"GONAO_LEASE_SEC": "1.5"}, []string{"<LeaseDuration>1500ms</LeaseDuration></Discovery>"}, nil, "", ""},
		"as Cyclone likes":    {map[string]string{"ROS_AUTOMATIC_DISCOVERY_RANGE": "SYSTEM_DEFAULT"}, nil, []string{"ParticipantIndex", "Peer"}, "", ""},
		"the user's own":      {map[string]string{"CYCLONEDDS_URI": "file:///x.xml"}, []string{"</CycloneDDS>,file:///x.xml"}, nil, "", ""},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			before := slog.Default()
			slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
			defer slog.SetDefault(before)
			xml, err := config(func(name string) string { return row.env[name] }, 212992)
			require.NoError(t, err)
			for _, part := range row.has {
				require.Contains(t, xml, part)
			}
			for _, part := range row.hasNot {
				require.NotContains(t, xml, part)
			}
			require.Contains(t, log.String(), row.warning)
			if row.silent != "" {
				require.NotContains(t, log.String(), row.silent)
			}
		})
	}
}

func TestALeaseThatIsNotATimeIsRefused(t *testing.T) {
	for _, text := range []string{"soon", "0", "-1", "NaN", "1e9"} {
		_, err := leaseConfig(text)
		require.ErrorContains(t, err, `GONAO_LEASE_SEC="`+text+`": expected 0.1 to 3600 seconds`)
	}
}

func TestHumbleKnowsNoHashAndLongGids(t *testing.T) {
	useOwnDomain(t, 49)
	t.Setenv("ROS_DISTRO", "humble")
	b, err := Open()
	require.NoError(t, err)
	defer b.Close()
	n, err := ros.NewNode(t.Context(), b, "talker", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	_, err = ros.Advertise[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	require.Equal(t, []string{""}, endpointData(t, b, "rt/chatter", true))
	require.Equal(t, 24, b.(*backend).discovery.size)

	t.Setenv("ROS_DISTRO", "jazzy")
	startPartner(t, "listen", "/chatter").ready()
	eventually(t, "a newer distribution's node is shown", func() bool {
		g, err := n.Graph()
		return err == nil && len(g.Nodes) == 2
	})
}
