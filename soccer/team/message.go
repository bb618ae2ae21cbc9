package team

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// Size is the length of a message, bytes. The leagues allow 128 (SPL) and 512 (HSL).
const Size = 48

// A Message is a robot's message to its team.
type Message struct {
	Number     int // of the sender
	Sequence   uint16
	Time       time.Duration // time for which it is valid, on the clock of the game; to 1 ms
	Role       Role
	Pose       plane.Pose
	PoseDev    float64 // m
	Fallen     bool
	HasBall    bool
	Ball       [2]float64 // m
	BallSpeed  [2]float64 // m/s
	BallAge    float64    // s since it was seen, also where HasBall is false; 99 or more: long ago
	BallDev    float64    // m
	Target     [2]float64 // m, where it walks or kicks to
	TimeToBall float64    // s
	Whistle    time.Duration
	Heard      bool // it heard a whistle, at Whistle
}

// tellBall is the greatest age of a ball that a robot reports to its team, s.
const tellBall = 2

// Believed returns the message of a robot's pose, with its covariance, and of its own ball. The caller adds the robot's number and its
// intention.
func Believed(now time.Duration, pose plane.Pose, cov *plane.Cov3, w *worldmodel.Snapshot) Message {
	m := Message{Time: now, Pose: pose, PoseDev: math.Sqrt(max(cov.XX, cov.YY, 0)), BallAge: 99}
	if w.OtherSide > 1 { // it may be on the other side of the field: teammates trust it less
		m.PoseDev += w.OtherSide
	}
	b := &w.Ball
	if b.SeenAt > 0 {
		m.BallAge = min(max(0, (now-b.SeenAt).Seconds()), 99)
	}
	if m.HasBall = b.Known && m.BallAge < tellBall; m.HasBall {
		m.Ball = [2]float64{b.MapX, b.MapY}
		vx, vy := plane.Pose{Theta: pose.Theta}.Point(b.VX, b.VY)
		m.BallSpeed = [2]float64{vx, vy}
		m.BallDev = math.Sqrt(max(b.Cov.XX, b.Cov.YY, 0)) + m.PoseDev
	}
	return m
}

// freshBall is the age of a ball up to which it counts as the teammate's own sight, s.
const freshBall = 1

// Report returns the world model's form of a message. The deviation is at least 5 cm for a place, and 10 cm for a ball.
func (m *Message) Report() worldmodel.TeamReport {
	return worldmodel.TeamReport{
		Number: m.Number, Stamp: m.Time, Pose: m.Pose, PoseDev: max(m.PoseDev, 0.05), Playing: true,
		HasBall: m.HasBall && m.BallAge < freshBall, BallX: m.Ball[0], BallY: m.Ball[1], BallDev: max(m.BallDev, 0.1),
	}
}

// ErrMessage is the error of invalid bytes.
var ErrMessage = errors.New("team message")

const (
	magic   = 0x4d47 // GM
	version = 1
)

// bits of the flags.
const (
	flagFallen = 1 << iota
	flagBall
	flagWhistle
)

// Append appends the 48 bytes of a message. Numbers outside their range are clipped.
func (m *Message) Append(b []byte) []byte {
	at := len(b)
	b = append(b, make([]byte, Size)...)
	p := b[at:]
	le := binary.LittleEndian
	le.PutUint16(p[0:], magic)
	p[2], p[3] = version, uint8(m.Number)
	le.PutUint16(p[4:], m.Sequence)
	le.PutUint32(p[8:], uint32(m.Time.Milliseconds()))
	put := func(at int, v, unit float64) { le.PutUint16(p[at:], uint16(int16(clip(v/unit, 32767)))) }
	flags := uint8(0)
	if m.Fallen {
		flags |= flagFallen
	}
	if m.HasBall {
		flags |= flagBall
		put(20, m.Ball[0], 0.001)
		put(22, m.Ball[1], 0.001)
		put(24, m.BallSpeed[0], 0.001)
		put(26, m.BallSpeed[1], 0.001)
		p[19] = uint8(max(0, clip(m.BallDev/0.01, 255)))
	}
	if m.Heard {
		flags |= flagWhistle
		le.PutUint32(p[36:], uint32(m.Whistle.Milliseconds()))
	}
	le.PutUint16(p[28:], uint16(max(0, clip(m.BallAge/0.01, 65535)))) // also without a visible ball: roles compare it
	p[6], p[7] = flags, uint8(m.Role)
	put(12, m.Pose.X, 0.001)
	put(14, m.Pose.Y, 0.001)
	put(16, plane.Angle(m.Pose.Theta), 0.001)
	p[18] = uint8(max(0, clip(m.PoseDev/0.01, 255)))
	put(30, m.Target[0], 0.001)
	put(32, m.Target[1], 0.001)
	le.PutUint16(p[34:], uint16(max(0, clip(m.TimeToBall/0.01, 65535))))
	le.PutUint32(p[44:], crc32.ChecksumIEEE(p[:44]))
	return b
}

// Decode decodes a message. An error names the wrong field.
func Decode(p []byte) (Message, error) {
	le := binary.LittleEndian
	switch {
	case len(p) != Size:
		return Message{}, fmt.Errorf("%w: %d bytes: expected %d", ErrMessage, len(p), Size)
	case le.Uint16(p) != magic || p[2] != version:
		return Message{}, fmt.Errorf("%w: begins with %x: expected GM and version %d", ErrMessage, p[:3], version)
	case le.Uint32(p[44:]) != crc32.ChecksumIEEE(p[:44]):
		return Message{}, fmt.Errorf("%w: the checksum is wrong", ErrMessage)
	case p[3] < 1 || p[3] > MostPlayers:
		return Message{}, fmt.Errorf("%w: player %d: expected 1 to %d", ErrMessage, p[3], MostPlayers)
	case p[7] >= uint8(roles):
		return Message{}, fmt.Errorf("%w: role %d: expected less than %d", ErrMessage, p[7], roles)
	}
	get := func(at int, unit float64) float64 { return float64(int16(le.Uint16(p[at:]))) * unit }
	m := Message{
		Number: int(p[3]), Sequence: le.Uint16(p[4:]), Role: Role(p[7]), Time: time.Duration(le.Uint32(p[8:])) * time.Millisecond,
		Pose:    plane.Pose{X: get(12, 0.001), Y: get(14, 0.001), Theta: get(16, 0.001)},
		PoseDev: float64(p[18]) * 0.01, Fallen: p[6]&flagFallen != 0, HasBall: p[6]&flagBall != 0, Heard: p[6]&flagWhistle != 0,
		Target: [2]float64{get(30, 0.001), get(32, 0.001)}, TimeToBall: float64(le.Uint16(p[34:])) * 0.01,
		BallAge: float64(le.Uint16(p[28:])) * 0.01,
	}
	if m.HasBall {
		m.Ball = [2]float64{get(20, 0.001), get(22, 0.001)}
		m.BallSpeed = [2]float64{get(24, 0.001), get(26, 0.001)}
		m.BallDev = float64(p[19]) * 0.01
	}
	if m.Heard {
		m.Whistle = time.Duration(le.Uint32(p[36:])) * time.Millisecond
	}
	return m, nil
}

// clip returns a number rounded and within ± most; NaN becomes 0.
func clip(v, most float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return math.Round(max(-most, min(most, v)))
}
