package wire_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/soccer/game"
	"gonao/soccer/game/wire"
)

// fieldsOf returns the fields of a control message under the names of the official classes.
func fieldsOf(c *wire.Control) map[string]string {
	f := map[string]string{}
	set := func(name string, value any) { f[name] = fmt.Sprint(value) }
	number := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	set("isTrueData", c.ToMonitor)
	set("packetNumber", c.Packet)
	set("playersPerTeam", c.PlayersPerTeam)
	set("competitionType", c.CompetitionType)
	if c.Version < 19 {
		set("competitionPhase", c.CompetitionPhase)
	} else {
		set("stopped", number(c.Stopped))
	}
	set("gamePhase", c.GamePhase)
	set("gameState", c.State)
	set("setPlay", c.SetPlay)
	set("firstHalf", number(c.FirstHalf))
	set("kickingTeam", c.KickingTeam)
	set("secsRemaining", c.SecsRemaining)
	set("secondaryTime", c.SecondaryTime)
	for i := range c.Teams {
		t, prefix := &c.Teams[i], fmt.Sprintf("team%d.", i)
		set(prefix+"teamNumber", t.Number)
		players := wire.MostPlayers
		if c.Version == 14 {
			players = 7
			set(prefix+"teamColor", t.FieldColor)
		} else {
			set(prefix+"fieldPlayerColor", t.FieldColor)
			set(prefix+"goalkeeperColor", t.GoalkeeperColor)
			set(prefix+"goalkeeper", t.Goalkeeper)
		}
		set(prefix+"score", t.Score)
		set(prefix+"penaltyShot", t.PenaltyShot)
		set(prefix+"singleShots", int16(t.SingleShots))
		set(prefix+"messageBudget", int16(t.MessageBudget))
		for j, p := range t.Players[:players] {
			prefix := fmt.Sprintf("%splayer%d.", prefix, j)
			set(prefix+"penalty", p.Penalty)
			set(prefix+"secsTillUnpenalised", p.Secs)
			if c.Version == 19 {
				set(prefix+"warnings", p.Warnings)
			}
			if c.Version >= 19 {
				set(prefix+"cautions", p.Cautions)
			}
		}
	}
	return f
}

func statusFields(s *wire.Status) map[string]string {
	f := map[string]string{"header": "RGrt", "version": "4", "playerNum": fmt.Sprint(s.Player), "teamNum": fmt.Sprint(s.Team), "fallen": fmt.Sprint(s.Fallen)}
	float := func(name string, v float32) { f[name] = fmt.Sprintf("%.1f", v) } // as Java writes whole numbers
	for i, v := range s.Pose {
		float(fmt.Sprintf("pose%d", i), v)
	}
	for i, v := range s.Ball {
		float(fmt.Sprintf("ball%d", i), v)
	}
	float("ballAge", s.BallAge)
	return f
}

// line is a packet as Peer.java writes it.
type line struct {
	kind   string
	data   []byte
	fields map[string]string
}

func parseLine(t *testing.T, text string) line {
	t.Helper()
	words := strings.Fields(text)
	require.GreaterOrEqual(t, len(words), 3)
	data, err := hex.DecodeString(words[1])
	require.NoError(t, err, text)
	l := line{kind: words[0], data: data, fields: map[string]string{}}
	for _, w := range words[2:] {
		k, v, _ := strings.Cut(w, "=")
		l.fields[k] = v
	}
	return l
}

// TestPacketsOfTheOfficialClassesAreReadAndWritten compares every field and every byte of packets that the official
// classes have made.
func TestPacketsOfTheOfficialClassesAreReadAndWritten(t *testing.T) {
	for version := uint8(wire.OldestVersion); version <= wire.NewestVersion; version++ {
		text, err := os.ReadFile(fmt.Sprintf("testdata/v%d.txt", version))
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		require.True(t, strings.HasPrefix(lines[0], "# origin: "))
		controls := 0
		for _, text := range lines[1:] {
			l := parseLine(t, text)
			if l.kind == "status" {
				s, err := wire.ParseStatus(l.data)
				require.NoError(t, err)
				require.Equal(t, l.fields, statusFields(&s))
				require.Equal(t, l.data, s.Append(nil))
				continue
			}
			controls++
			c, err := wire.ParseControl(l.data)
			require.NoError(t, err)
			require.Equal(t, version, c.Version)
			l.fields["isTrueData"] = "true" // what the class sends, not what its field held before
			require.Equal(t, l.fields, fieldsOf(&c))
			again, err := c.Append(nil)
			require.NoError(t, err)
			require.Equal(t, l.data, again)
			require.Len(t, again, wire.ControlSize(version))
		}
		require.Equal(t, 12, controls)
	}
}

// TestRandomPacketsAreReadByTheOfficialClasses runs the official classes as a peer, where a JDK and the classes are.
func TestRandomPacketsAreReadByTheOfficialClasses(t *testing.T) {
	classes := os.Getenv("GAMECONTROLLER_CLASSES")
	java, err := exec.LookPath("java")
	if err != nil || classes == "" {
		t.Skip("needs a JDK and GAMECONTROLLER_CLASSES: a directory with the compiled package data of RoboCup-SPL/GameController (struct v20)")
	}
	rng := rand.New(rand.NewPCG(20, 16))
	var in bytes.Buffer
	var sent []line
	for range max(fuzzn.N(t)/20, 100) {
		c := randomControl(rng, wire.NewestVersion)
		data, err := c.Append(nil)
		require.NoError(t, err)
		sent = append(sent, line{"control", data, fieldsOf(&c)})
		s := randomStatus(rng)
		sent = append(sent, line{"status", s.Append(nil), statusFields(&s)})
	}
	for _, l := range sent {
		fmt.Fprintf(&in, "%s %x\n", l.kind, l.data)
	}
	cmd := exec.CommandContext(t.Context(), java, "-cp", classes, filepath.Join("testdata", "Peer.java"), "read")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, got, len(sent))
	for i, text := range got {
		l := parseLine(t, text)
		require.Equal(t, sent[i].kind, l.kind)
		require.Equal(t, sent[i].fields, l.fields)
		require.Equal(t, sent[i].data[4:], l.data[4:], "after the header, which it always writes for monitors")
	}
}

func randomControl(rng *rand.Rand, version uint8) wire.Control {
	b := func() uint8 { return uint8(rng.UintN(256)) }
	c := wire.Control{
		Version: version, ToMonitor: rng.IntN(2) == 0, Packet: b(), PlayersPerTeam: b(), CompetitionType: b(), GamePhase: b(), State: b(),
		SetPlay: b(), FirstHalf: rng.IntN(2) == 0, KickingTeam: b(), SecsRemaining: int16(rng.Uint32()), SecondaryTime: int16(rng.Uint32()),
	}
	if version < 19 {
		c.CompetitionPhase = b()
	} else {
		c.Stopped = rng.IntN(2) == 0
	}
	for i := range c.Teams {
		t := &c.Teams[i]
		*t = wire.Team{Number: b(), FieldColor: b(), Score: b(), PenaltyShot: b(), SingleShots: uint16(rng.Uint32()), MessageBudget: uint16(rng.Uint32())}
		players := 7
		if version > 14 {
			t.GoalkeeperColor, t.Goalkeeper, players = b(), b(), wire.MostPlayers
		}
		for j := range t.Players[:players] {
			t.Players[j] = wire.Player{Penalty: b(), Secs: b()}
			if version == 19 {
				t.Players[j].Warnings = b()
			}
			if version >= 19 {
				t.Players[j].Cautions = b()
			}
		}
	}
	return c
}

func randomStatus(rng *rand.Rand) wire.Status {
	f := func() float32 { return float32(rng.IntN(10000) - 5000) }
	return wire.Status{
		Player: uint8(1 + rng.IntN(20)), Team: uint8(1 + rng.IntN(100)), Fallen: rng.IntN(2) == 0,
		Pose: [3]float32{f(), f(), f()}, BallAge: f(), Ball: [2]float32{f(), f()},
	}
}

func TestRandomPacketsComeBackAsTheyWere(t *testing.T) {
	for i := range max(fuzzn.N(t)/10, 200) {
		rng := rand.New(rand.NewPCG(uint64(i), 18))
		c := randomControl(rng, uint8(wire.OldestVersion+i%7))
		data, err := c.Append(nil)
		require.NoError(t, err)
		again, err := wire.ParseControl(data)
		require.NoError(t, err)
		require.True(t, c == again) //nolint:testifylint // a thousand times faster than require.Equal
		s := randomStatus(rng)
		back, err := wire.ParseStatus(s.Append(nil))
		require.NoError(t, err)
		require.True(t, s == back) //nolint:testifylint // likewise
	}
}

func TestRandomDamageIsRefusedOrRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 19))
	for i := range max(fuzzn.N(t)/2, 500) {
		c := randomControl(rng, uint8(wire.OldestVersion+i%7))
		good, err := c.Append(nil)
		require.NoError(t, err)
		bad := fuzzn.Mutate(rng, nil, good)
		if c, err := wire.ParseControl(bad); err == nil {
			again, err := c.Append(nil)
			require.NoError(t, err)
			require.Len(t, again, len(bad))
			c.GameState()
			c.SetPlayOf()
			c.PenaltyOf(1, 19)
		}
		s := randomStatus(rng)
		bad = fuzzn.Mutate(rng, nil, s.Append(nil))
		if s, err := wire.ParseStatus(bad); err == nil {
			require.Equal(t, bad, s.Append(nil))
		}
		_, _, _ = wire.ParseForwarded(bad)
		_ = wire.ParseMonitorRequest(bad)
	}
}

func FuzzParse(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 20))
	for v := uint8(wire.OldestVersion); v <= wire.NewestVersion; v++ {
		c := randomControl(rng, v)
		data, err := c.Append(nil)
		require.NoError(f, err)
		f.Add(data)
	}
	s := randomStatus(rng)
	f.Add(s.Append(nil))
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = wire.ParseControl(data)
		_, _ = wire.ParseStatus(data)
		_, _, _ = wire.ParseForwarded(data)
	})
}

func TestBadPacketsAreRefusedWithAReason(t *testing.T) {
	c := randomControl(rand.New(rand.NewPCG(1, 21)), 20)
	c.ToMonitor = false
	good, err := c.Append(nil)
	require.NoError(t, err)
	edit := func(at int, to byte) []byte { b := bytes.Clone(good); b[at] = to; return b }
	for want, data := range map[string][]byte{
		"0 bytes: expected at least 5":            nil,
		`header "XGme"`:                           edit(0, 'X'),
		"version 21: expected 14 to 20":           edit(4, 21),
		"version 13: expected 14 to 20":           edit(4, 13),
		"version 18 with 158 bytes: expected 118": edit(4, 18),
		"version 20 with 157 bytes: expected 158": good[:157],
		"version 20 with 159 bytes: expected 158": append(bytes.Clone(good), 0),
	} {
		_, err := wire.ParseControl(data)
		require.ErrorContains(t, err, want)
	}
	c.Version = 21
	_, err = c.Append(nil)
	require.ErrorContains(t, err, "version 21: expected 14 to 20")

	s := wire.Status{Player: 3, Team: 24}
	for want, at := range map[string]struct {
		at int
		to byte
	}{
		"header": {1, 'X'}, "version 3: expected 4": {4, 3}, "player 0: expected 1 to 20": {5, 0}, "player 21": {5, 21}, "fallen 2": {7, 2},
	} {
		data := s.Append(nil)
		data[at.at] = at.to
		_, err := wire.ParseStatus(data)
		require.ErrorContains(t, err, want)
	}
	s.Pose[2] = float32(math.NaN())
	_, err = wire.ParseStatus(s.Append(nil))
	require.ErrorContains(t, err, "number 3 is NaN: expected a finite one")
	_, err = wire.ParseStatus(make([]byte, 31))
	require.ErrorContains(t, err, "31 bytes: expected 32")
}

func TestForwardedMessagesAndRequestsOfMonitors(t *testing.T) {
	s := wire.Status{Player: 3, Team: 24, BallAge: -1}
	data, err := wire.AppendForwarded(nil, netip.MustParseAddr("::ffff:10.0.24.3"), s.Append(nil))
	require.NoError(t, err)
	require.Equal(t, []byte{10, 0, 24, 3, 'R', 'G', 'r', 't'}, data[:8])
	require.Len(t, data, 36)
	from, again, err := wire.ParseForwarded(data)
	require.NoError(t, err)
	require.Equal(t, netip.MustParseAddr("10.0.24.3"), from)
	require.Equal(t, s, again)
	_, err = wire.AppendForwarded(nil, netip.MustParseAddr("::1"), nil)
	require.ErrorContains(t, err, "expected an IPv4 address")
	_, _, err = wire.ParseForwarded(data[:35])
	require.ErrorContains(t, err, "35 bytes: expected 36")
	require.Equal(t, []byte{'R', 'G', 'T', 'r', 0}, wire.MonitorRequest())
	require.NoError(t, wire.ParseMonitorRequest(wire.MonitorRequest()))
	require.Error(t, wire.ParseMonitorRequest([]byte("RGTr\x01")))
}

// newMatch returns a match in PLAYING with ball free and no delay.
func newMatch(t *testing.T, book string) game.Match {
	t.Helper()
	b, err := game.Load(book)
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24, FieldColor: 1}, {Number: 5, GoalkeeperColor: 3}}, NoDelay: true})
	require.NoError(t, err)
	m := game.NewMatch(r)
	if b.Match.Standby {
		m = do(t, m, game.Action{Kind: game.WaitForReady})
	}
	m = do(t, m, game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Home}).Seek(45 * time.Second)
	return do(t, m, game.Action{Kind: game.FreeSetPlay}).Seek(10500 * time.Millisecond)
}

func do(t *testing.T, m game.Match, a game.Action) game.Match {
	t.Helper()
	m, err := m.Apply(a)
	require.NoError(t, err)
	return m
}

func TestAGameIsToldInEveryVersion(t *testing.T) {
	for version := uint8(wire.OldestVersion); version <= wire.NewestVersion; version++ {
		book := "spl2025"
		if version >= 19 {
			book = "hsl2026"
		}
		m := newMatch(t, book)
		m = do(t, m, game.Action{Kind: game.Penalize, Side: game.Away, Player: 3, Penalty: game.Pushing})
		m = do(t, m, game.Action{Kind: game.StartSetPlay, SetPlay: game.CornerKick, Side: game.Away})
		c := wire.FromGame(&m, version, 9, false)
		require.Equal(t, int16(590), c.SecsRemaining, "rounded up")
		require.Equal(t, uint8(24), c.Teams[0].Number, "home defends the left goal")
		require.Equal(t, uint8(5), c.Teams[1].Number)
		state, ok := c.GameState()
		require.True(t, ok)
		require.Equal(t, game.Playing, state)
		play, ok := c.SetPlayOf()
		require.True(t, ok)
		require.Equal(t, game.CornerKick, play)
		penalty, ok := c.PenaltyOf(1, 2)
		require.True(t, ok)
		require.Equal(t, game.Pushing, penalty)
		require.Equal(t, game.FirstHalf, c.Phase())
		require.Equal(t, version >= 19, c.Stopped)
		if version < 19 {
			require.Equal(t, uint8(wire.NoTeam), c.KickingTeam, "robots have to see the gesture")
		} else {
			require.Equal(t, uint8(5), c.KickingTeam)
		}
		truth := wire.FromGame(&m, version, 9, true)
		require.Equal(t, uint8(5), truth.KickingTeam)
		if version > 14 {
			penalty, _ = c.PenaltyOf(1, 12)
			require.Equal(t, game.Substitute, penalty)
		}
	}
}

func TestStandbyIsToldWhereItExists(t *testing.T) {
	b, err := game.Load("spl2025")
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24}, {Number: 5}}})
	require.NoError(t, err)
	m := do(t, game.NewMatch(r), game.Action{Kind: game.WaitForReady})
	for version := uint8(wire.OldestVersion); version <= wire.NewestVersion; version++ {
		c := wire.FromGame(&m, version, 0, false)
		state, _ := c.GameState()
		if version == 17 || version == 18 {
			require.Equal(t, game.Standby, state)
		} else {
			require.Equal(t, game.Initial, state)
		}
	}
}

func TestEveryPenaltyAndSetPlayHasANumberInEveryVersion(t *testing.T) {
	m := newMatch(t, "spl2025")
	for version := uint8(wire.OldestVersion); version <= wire.NewestVersion; version++ {
		for p := game.NoPenalty; p <= game.BlockingBall; p++ {
			m.Game.Teams[0].Players[0].Penalty = p
			c := wire.FromGame(&m, version, 0, false)
			got, ok := c.PenaltyOf(0, 0)
			require.True(t, ok, "%s in v%d", p, version)
			require.Equal(t, p == game.NoPenalty, got == game.NoPenalty, "%s in v%d: robots must stand still", p, version)
		}
		for s := game.NoSetPlay; s <= game.PenaltyKick; s++ {
			m.Game.SetPlay = s
			c := wire.FromGame(&m, version, 0, false)
			_, ok := c.SetPlayOf()
			require.True(t, ok, "%s in v%d", s, version)
		}
	}
}

func TestAPacketCostsNoAllocation(t *testing.T) {
	m := newMatch(t, "hsl2026")
	buffer := make([]byte, 0, 256)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c := wire.FromGame(&m, 20, 1, false)
		buffer, _ = c.Append(buffer[:0])
		if _, err := wire.ParseControl(buffer); err != nil {
			panic(err)
		}
	}))
}
