package trial

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim"
)

const degree = math.Pi / 180

// poseErrors walks and collects the errors of the camera's height, pitch and roll about its own axes.
func poseErrors(t *testing.T, profile sim.Profile, seed uint64, d time.Duration) (height, pitch, roll, turn []float64) {
	s, err := Open(Setup{World: "spl", Profile: profile, Seed: seed, Blind: true})
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, s.Run(3*time.Second))
	for s.State.Time < 3*time.Second+d {
		require.NoError(t, s.Step())
		s.Sim.State(&s.State)
		if s.cycle%8 != 0 {
			continue
		}
		believed, err := s.View(nao.TopCamera)
		if err != nil {
			continue // fell
		}
		truth, err := s.TrueView(nao.TopCamera)
		require.NoError(t, err)
		x := truth.X_RC.Inverse().Mul(believed.X_RC) // small: X_CC'
		height = append(height, believed.HeightM()-truth.HeightM())
		pitch, roll, turn = append(pitch, x.R[7]), append(roll, x.R[3]), append(turn, x.R[2])
	}
	return height, pitch, roll, turn
}

func spread(v []float64) (mean, dev float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		dev += (x - mean) * (x - mean) / float64(len(v))
	}
	return mean, math.Sqrt(dev)
}

// The camera's pose follows from joints, inertial unit and support foot. An ideal body's is exact except for the moment
// between image and sensors; that of the profile real has play, errors of its encoders and a crooked inertial unit.
func TestTheCamerasPoseIsThatOfTheSimulator(t *testing.T) {
	for _, c := range []struct {
		profile          sim.Profile
		heightM, tiltRad float64 // root mean square, at most
	}{{sim.Ideal, 0.003, 0.25 * degree}, {sim.Real, 0.008, 1.2 * degree}} {
		height, pitch, roll, _ := poseErrors(t, c.profile, 2, 6*time.Second)
		require.Greater(t, len(height), 50)
		require.Less(t, rms(height), c.heightM, c.profile)
		require.Less(t, rms(pitch), c.tiltRad, c.profile)
		require.Less(t, rms(roll), c.tiltRad, c.profile)
	}
}

func rms(v []float64) float64 {
	mean, dev := spread(v)
	return math.Hypot(mean, dev)
}
