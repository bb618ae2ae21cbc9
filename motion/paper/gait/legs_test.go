package gait_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion/paper/gait"
	"gonao/nao"
)

var bothLegs = []struct {
	leg   nao.Leg
	side  float64
	thigh nao.Link
}{{nao.LeftLeg, 1, nao.LinkLThigh}, {nao.RightLeg, -1, nao.LinkRThigh}}

// thigh gives roll, pitch and yaw of a leg's thigh by forward kinematics.
func thigh(l nao.Link, leg nao.Leg, a nao.LegAngles) (roll, pitch, yaw float64) {
	var q nao.Joints
	a.Put(leg, &q)
	return l.InTorso(&q).RollPitchYaw()
}

func TestTheVirtualVerticalJointTurnsTheThighOutwardsAndNothingElse(t *testing.T) {
	for _, b := range bothLegs {
		for yaw := -0.5; yaw <= 0.5; yaw += 0.05 {
			a := gait.LegPose{Yaw: yaw}.Angles(b.leg)
			_, within := a.Clamp(b.leg)
			require.True(t, within)
			roll, pitch, turn := thigh(b.thigh, b.leg, a)
			require.InDelta(t, b.side*yaw, turn, 1e-9)
			require.InDelta(t, 0, roll, 1e-9)
			require.InDelta(t, 0, pitch, 1e-9)
		}
	}
}

// The paper's reason for (6) to (12): with the plain turn (5), feet that stay flat on
// the ground make the torso swing forward and back.
func TestWithThePlainYawTheTorsoSwingsAndWithTheVirtualJointItDoesNot(t *testing.T) {
	lean := func(a nao.LegAngles, leg nao.Leg) float64 { // of a torso over a sole that lies flat
		_, pitch, _ := a.Sole(leg).Inverse().RollPitchYaw()
		return pitch
	}
	for _, b := range bothLegs {
		low, high := math.Inf(1), math.Inf(-1)
		for phase := 0.0; phase < 2*math.Pi; phase += 0.1 {
			p := gait.LegPose{Yaw: 0.3 * math.Sin(phase), Extension: -0.3}
			plain := lean(p.Plain(b.leg), b.leg)
			low, high = min(low, plain), max(high, plain)
			require.InDelta(t, 0, lean(p.Angles(b.leg), b.leg), 1e-9)
			require.InDelta(t, 0, lean(p.Exact(b.leg), b.leg), 1e-9)
		}
		require.Greater(t, high-low, 0.3, "rad; 0.6 rad of yaw make √½ of it")
	}
}

func TestTheExtensionNeitherTurnsTheLegNorTheFoot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		for _, b := range bothLegs {
			p := gait.LegPose{
				Roll: 0.2 * rng.NormFloat64(), Pitch: 0.2 * rng.NormFloat64(), Extension: -rng.Float64(),
				FootRoll: 0.1 * rng.NormFloat64(), FootPitch: 0.1 * rng.NormFloat64(),
			}
			sole := p.Angles(b.leg).Sole(b.leg)
			ankle := r3.Sub(sole.Apply(r3.Vec{Z: nao.FootHeight}), b.leg.HipInTorso())
			require.InDelta(t, gait.LegLength(p.Extension), r3.Norm(ankle), 1e-9)
			require.InDelta(t, p.Extension, gait.ExtensionOf(r3.Norm(ankle)), 1e-9)
			require.InDelta(t, b.side*p.Roll, math.Atan2(ankle.Y, -ankle.Z), 1e-9)
			require.InDelta(t, p.Pitch, math.Atan2(ankle.X, math.Hypot(ankle.Y, ankle.Z)), 1e-9)
			n := sole.AxisZ()
			require.InDelta(t, 0, n.Y+b.side*p.FootRoll, 0.15, "to the first order")
			require.InDelta(t, -math.Sin(p.FootPitch), n.X, 1e-1)
		}
	}
	sole := gait.LegPose{Roll: 0.2, Pitch: 0.3, Extension: -0.4}.Angles(nao.LeftLeg).Sole(nao.LeftLeg)
	require.InDelta(t, 1, sole.AxisZ().Z, 0.002, "a foot angle of 0 leaves the sole parallel to the torso's base")
}

func TestTheExactLegIsWhereItIsTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		for _, b := range bothLegs {
			p := gait.LegPose{
				Roll: 0.1 * rng.NormFloat64(), Pitch: 0.2 * rng.NormFloat64(), Yaw: rng.Float64() - 0.5, Extension: -rng.Float64(),
			}
			a := p.Exact(b.leg)
			sole := a.Sole(b.leg)
			ankle := r3.Sub(sole.Apply(r3.Vec{Z: nao.FootHeight}), b.leg.HipInTorso())
			v := nao.RollPitchYaw(0, 0, -b.side*p.Yaw).Rotate(ankle)
			require.InDelta(t, b.side*p.Roll, math.Atan2(v.Y, -v.Z), 1e-9)
			require.InDelta(t, p.Pitch, math.Atan2(v.X, math.Hypot(v.Y, v.Z)), 1e-9)
			require.InDelta(t, 1, sole.AxisZ().Z, 1e-9, "the sole is level at a foot angle of 0")
			_, _, yaw := sole.RollPitchYaw()
			require.InDelta(t, b.side*p.Yaw, yaw, math.Abs(p.Roll*p.Pitch)+p.Pitch*p.Pitch*math.Abs(p.Roll)+1e-9)

			p.Roll, p.Pitch = 0, 0
			one, other := p.Exact(b.leg), p.Angles(b.leg)
			require.InDelta(t, one.HipPitch, other.HipPitch, 1e-9)
			require.InDelta(t, one.AnklePitch, other.AnklePitch, 1e-9)
		}
	}
}

func TestMirroredLegsHaveMirroredAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		p := gait.LegPose{Roll: rng.Float64() - 0.5, Pitch: rng.Float64() - 0.5, Yaw: rng.Float64() - 0.5, Extension: -rng.Float64(), FootRoll: 0.1, FootPitch: -0.1}
		for _, f := range []func(gait.LegPose, nao.Leg) nao.LegAngles{gait.LegPose.Plain, gait.LegPose.Angles, gait.LegPose.Exact} {
			l, r := f(p, nao.LeftLeg), f(p, nao.RightLeg).Mirrored()
			for i, d := range []float64{
				l.HipYawPitch - r.HipYawPitch, l.HipRoll - r.HipRoll, l.HipPitch - r.HipPitch,
				l.KneePitch - r.KneePitch, l.AnklePitch - r.AnklePitch, l.AnkleRoll - r.AnkleRoll,
			} {
				require.InDelta(t, 0, d, 1e-12, i)
			}
		}
	}
}

func TestTheLegInterfaceAllocatesNothing(t *testing.T) {
	p := gait.LegPose{Yaw: 0.2, Roll: 0.1, Pitch: 0.1, Extension: -0.3}
	require.Zero(t, testing.AllocsPerRun(100, func() { p.Exact(nao.LeftLeg); p.Angles(nao.RightLeg) }))
}
