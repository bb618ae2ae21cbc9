package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"time"

	"gonao/nao"
)

// digest hashes numbers and texts in the order in which they are added. The hash does not depend on the names or the
// layout of Go types.
type digest struct {
	sum   hash.Hash
	bytes [8]byte
}

func newDigest() *digest { return &digest{sum: sha256.New()} }

// String returns the first 96 bits in hexadecimal.
func (d *digest) String() string { return hex.EncodeToString(d.sum.Sum(nil)[:12]) }

func (d *digest) number(v uint64) {
	binary.LittleEndian.PutUint64(d.bytes[:], v)
	d.sum.Write(d.bytes[:])
}

func (d *digest) ints(values ...int) {
	for _, v := range values {
		d.number(uint64(v))
	}
}

// floats adds the bits of the numbers. All NaN values count as equal.
func (d *digest) floats(values ...float64) {
	for _, v := range values {
		if math.IsNaN(v) {
			v = math.NaN()
		}
		d.number(math.Float64bits(v))
	}
}

func (d *digest) bools(values ...bool) {
	for _, v := range values {
		if v {
			d.number(1)
		} else {
			d.number(0)
		}
	}
}

func (d *digest) time(t time.Duration) { d.number(uint64(t)) }

func (d *digest) data(b []byte) {
	d.number(uint64(len(b)))
	d.sum.Write(b)
}

func (d *digest) texts(values ...string) {
	for _, v := range values {
		d.data([]byte(v))
	}
}

// command adds the commands to the joints.
func (d *digest) command(c *nao.Command) {
	d.floats(c.Position[:]...)
	d.floats(c.Stiffness[:]...)
}

// sensors adds the measured values of the joints and the trunk.
func (d *digest) sensors(s *nao.State) {
	d.time(s.Time)
	d.floats(s.Position[:]...)
	d.floats(s.Stiffness[:]...)
	d.floats(s.Angles[:]...)
	d.floats(s.Gyroscope[:]...)
	d.floats(s.Accelerometer[:]...)
	d.floats(s.FSR[:]...)
}

// pose adds a pose in space.
func (d *digest) pose(p nao.Pose) {
	d.floats(p.P.X, p.P.Y, p.P.Z)
	d.floats(p.R[:]...)
}
