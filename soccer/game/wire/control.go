package wire

import (
	"encoding/binary"
	"fmt"
)

// Ports of the protocol.
const (
	ControlPort = 3838  // control messages to robots and monitors
	StatusPort  = 3939  // status messages of robots
	MonitorPort = 3636  // requests of monitors
	ForwardPort = 3940  // status messages for monitors
	TeamPort    = 10000 // plus the team's number: messages between robots of a team
)

// The versions of control messages.
const (
	OldestVersion = 14
	NewestVersion = 20
)

// MostPlayers is how many players a team has in packets from version 15 on.
const MostPlayers = 20

// playersOf14 is how many players a team has in version 14.
const playersOf14 = 7

// NoTeam is the kicking team of a drop ball, and of a set play whose side is hidden.
const NoTeam = 255

// Headers of control messages.
const (
	toRobots   = "RGme"
	toMonitors = "RGTD"
)

// A Control is a control message of any version. Fields that its version lacks are zero.
type Control struct {
	Version          uint8
	ToMonitor        bool // the truth for a monitor, not the view for robots
	Packet           uint8
	PlayersPerTeam   uint8
	CompetitionPhase uint8 // until v18: 0 round robin, 1 playoff
	CompetitionType  uint8 // until v18: 0 normal and challenges; since v19: 0 small, 1 middle, 2 large
	Stopped          bool  // since v19
	GamePhase        uint8
	State            uint8
	SetPlay          uint8
	FirstHalf        bool
	KickingTeam      uint8
	SecsRemaining    int16
	SecondaryTime    int16
	Teams            [2]Team
}

// A Team is a team in a control message.
type Team struct {
	Number          uint8
	FieldColor      uint8
	GoalkeeperColor uint8 // since v15
	Goalkeeper      uint8 // since v15
	Score           uint8
	PenaltyShot     uint8
	SingleShots     uint16
	MessageBudget   uint16
	Players         [MostPlayers]Player // seven in v14
}

// A Player is a robot in a control message.
type Player struct {
	Penalty  uint8
	Secs     uint8 // until it may come back
	Warnings uint8 // v19
	Cautions uint8 // since v19
}

// layout holds the differences between versions.
type layout struct {
	players    int // per team
	playerSize int
	keeper     bool // the team has a goalkeeper and two colours
	hsl        bool // "stopped" in the place of the competition's phase
}

func layoutOf(version uint8) (layout, bool) {
	switch {
	case version == 14:
		return layout{players: playersOf14, playerSize: 2}, true
	case version >= 15 && version <= 18:
		return layout{players: 20, playerSize: 2, keeper: true}, true
	case version == 19:
		return layout{players: 20, playerSize: 4, keeper: true, hsl: true}, true
	case version == 20:
		return layout{players: 20, playerSize: 3, keeper: true, hsl: true}, true
	default:
		return layout{}, false
	}
}

func (l layout) size() int {
	team := 8 + l.players*l.playerSize
	if l.keeper {
		team += 2
	}
	return 18 + 2*team
}

// ControlSize returns the length of a control message in bytes, and 0 for an unknown version.
func ControlSize(version uint8) int {
	if l, ok := layoutOf(version); ok {
		return l.size()
	}
	return 0
}

// Append appends the packet to b. It fails for a version that is not spoken.
func (c *Control) Append(b []byte) ([]byte, error) {
	l, ok := layoutOf(c.Version)
	if !ok {
		return b, fmt.Errorf("control message: version %d: expected %d to %d", c.Version, OldestVersion, NewestVersion)
	}
	header := toRobots
	if c.ToMonitor {
		header = toMonitors
	}
	b = append(b, header...)
	b = append(b, c.Version, c.Packet, c.PlayersPerTeam)
	if l.hsl {
		b = append(b, c.CompetitionType, bit(c.Stopped))
	} else {
		b = append(b, c.CompetitionPhase, c.CompetitionType)
	}
	b = append(b, c.GamePhase, c.State, c.SetPlay, bit(c.FirstHalf), c.KickingTeam)
	b = binary.LittleEndian.AppendUint16(b, uint16(c.SecsRemaining))
	b = binary.LittleEndian.AppendUint16(b, uint16(c.SecondaryTime))
	for i := range c.Teams {
		b = c.Teams[i].append(b, l)
	}
	return b, nil
}

func (t *Team) append(b []byte, l layout) []byte {
	b = append(b, t.Number, t.FieldColor)
	if l.keeper {
		b = append(b, t.GoalkeeperColor, t.Goalkeeper)
	}
	b = append(b, t.Score, t.PenaltyShot)
	b = binary.LittleEndian.AppendUint16(b, t.SingleShots)
	b = binary.LittleEndian.AppendUint16(b, t.MessageBudget)
	for _, p := range t.Players[:l.players] {
		b = append(b, p.Penalty, p.Secs)
		switch l.playerSize {
		case 4:
			b = append(b, p.Warnings, p.Cautions)
		case 3:
			b = append(b, p.Cautions)
		}
	}
	return b
}

// ParseControl decodes a control message.
func ParseControl(b []byte) (Control, error) {
	var c Control
	if len(b) < 5 {
		return c, fmt.Errorf("control message: %d bytes: expected at least 5", len(b))
	}
	switch string(b[:4]) {
	case toRobots:
	case toMonitors:
		c.ToMonitor = true
	default:
		return c, fmt.Errorf("control message: header %q: expected %s or %s", b[:4], toRobots, toMonitors)
	}
	c.Version = b[4]
	l, ok := layoutOf(c.Version)
	if !ok {
		return c, fmt.Errorf("control message: version %d: expected %d to %d", c.Version, OldestVersion, NewestVersion)
	}
	if len(b) != l.size() {
		return c, fmt.Errorf("control message: version %d with %d bytes: expected %d", c.Version, len(b), l.size())
	}
	c.Packet, c.PlayersPerTeam = b[5], b[6]
	if l.hsl {
		c.CompetitionType, c.Stopped = b[7], b[8] != 0
	} else {
		c.CompetitionPhase, c.CompetitionType = b[7], b[8]
	}
	c.GamePhase, c.State, c.SetPlay, c.FirstHalf, c.KickingTeam = b[9], b[10], b[11], b[12] != 0, b[13]
	c.SecsRemaining = int16(binary.LittleEndian.Uint16(b[14:]))
	c.SecondaryTime = int16(binary.LittleEndian.Uint16(b[16:]))
	b = b[18:]
	for i := range c.Teams {
		b = c.Teams[i].parse(b, l)
	}
	return c, nil
}

// parse reads a team from bytes that are long enough, and returns the rest.
func (t *Team) parse(b []byte, l layout) []byte {
	t.Number, t.FieldColor = b[0], b[1]
	b = b[2:]
	if l.keeper {
		t.GoalkeeperColor, t.Goalkeeper = b[0], b[1]
		b = b[2:]
	}
	t.Score, t.PenaltyShot = b[0], b[1]
	t.SingleShots = binary.LittleEndian.Uint16(b[2:])
	t.MessageBudget = binary.LittleEndian.Uint16(b[4:])
	b = b[6:]
	for i := range t.Players[:l.players] {
		p := &t.Players[i]
		p.Penalty, p.Secs = b[0], b[1]
		switch l.playerSize {
		case 4:
			p.Warnings, p.Cautions = b[2], b[3]
		case 3:
			p.Cautions = b[2]
		}
		b = b[l.playerSize:]
	}
	return b
}

func bit(on bool) byte {
	if on {
		return 1
	}
	return 0
}
