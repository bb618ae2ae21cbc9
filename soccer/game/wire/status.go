package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
)

// statusSize is the length of a status message in bytes.
const statusSize = 32

// forwardedSize is the length of a forwarded status message in bytes.
const forwardedSize = 4 + statusSize

// statusVersion is the only version of status messages that is spoken.
const statusVersion = 4

// A Status is a robot's report to the GameController.
type Status struct {
	Player  uint8
	Team    uint8
	Fallen  bool
	Pose    [3]float32 // mm, mm, rad; origin in the middle of the field, +x towards the opponents' goal
	BallAge float32    // s since the ball was seen; -1: never
	Ball    [2]float32 // mm, from the robot: ahead, left
}

// Append appends the packet to b.
func (s *Status) Append(b []byte) []byte {
	b = append(b, "RGrt"...)
	b = append(b, statusVersion, s.Player, s.Team, bit(s.Fallen))
	for _, v := range [...]float32{s.Pose[0], s.Pose[1], s.Pose[2], s.BallAge, s.Ball[0], s.Ball[1]} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// ParseStatus decodes a status message. It refuses messages that the official GameController drops: another length or
// version, a player that is not 1 to 20, fallen that is neither 0 nor 1, and NaN.
func ParseStatus(b []byte) (Status, error) {
	var s Status
	switch {
	case len(b) != statusSize:
		return s, fmt.Errorf("status message: %d bytes: expected %d", len(b), statusSize)
	case string(b[:4]) != "RGrt":
		return s, fmt.Errorf("status message: header %q: expected RGrt", b[:4])
	case b[4] != statusVersion:
		return s, fmt.Errorf("status message: version %d: expected %d", b[4], statusVersion)
	case b[5] < 1 || b[5] > MostPlayers:
		return s, fmt.Errorf("status message: player %d: expected 1 to %d", b[5], MostPlayers)
	case b[7] > 1:
		return s, fmt.Errorf("status message: fallen %d: expected 0 or 1", b[7])
	}
	s.Player, s.Team, s.Fallen = b[5], b[6], b[7] == 1
	for i, v := range [...]*float32{&s.Pose[0], &s.Pose[1], &s.Pose[2], &s.BallAge, &s.Ball[0], &s.Ball[1]} {
		*v = math.Float32frombits(binary.LittleEndian.Uint32(b[8+4*i:]))
		if f := float64(*v); math.IsNaN(f) || math.IsInf(f, 0) {
			return s, fmt.Errorf("status message: number %d is %v: expected a finite one", i+1, *v)
		}
	}
	return s, nil
}

// AppendForwarded appends a status message with the address of its sender, as monitors receive it. Only IPv4 addresses
// can be encoded.
func AppendForwarded(b []byte, from netip.Addr, status []byte) ([]byte, error) {
	from = from.Unmap()
	if !from.Is4() {
		return b, fmt.Errorf("forward a status message: sender %s: expected an IPv4 address", from)
	}
	a := from.As4()
	return append(append(b, a[:]...), status...), nil
}

// ParseForwarded decodes a forwarded status message.
func ParseForwarded(b []byte) (netip.Addr, Status, error) {
	if len(b) != forwardedSize {
		return netip.Addr{}, Status{}, fmt.Errorf("forwarded status message: %d bytes: expected %d", len(b), forwardedSize)
	}
	s, err := ParseStatus(b[4:])
	return netip.AddrFrom4([4]byte(b[:4])), s, err
}

// MonitorRequest returns the packet with which a monitor requests the truth and forwarded status messages.
func MonitorRequest() []byte { return []byte("RGTr\x00") }

// ParseMonitorRequest returns an error for a wrong monitor's request.
func ParseMonitorRequest(b []byte) error {
	if string(b) != "RGTr\x00" {
		return fmt.Errorf("monitor request: %d bytes %q: expected RGTr and version 0", len(b), b[:min(len(b), 8)])
	}
	return nil
}
