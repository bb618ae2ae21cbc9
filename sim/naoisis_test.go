package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/camera"
	"gonao/sim/world"
)

// Table 1 of the NaOISIS document has the cameras' places with the origin between the feet, m; the bottom one looks 40°
// lower. A V6 that stands with straight legs has them within a few centimetres: its cameras are newer ones.
func TestTheCamerasAreNearThoseOfNaOISIS(t *testing.T) {
	var j nao.Joints
	for c, want := range map[nao.Camera]r3.Vec{nao.BottomCamera: {X: 0.0488, Z: 0.4709}, nao.TopCamera: {X: 0.0539, Z: 0.5372}} {
		at := nao.CameraInTorso(c, &j).P
		at.Z += nao.StandHeight
		require.InDelta(t, 0, r3.Norm(r3.Sub(want, at)), 0.02, "%s: %v", c, at)
	}
	top, bottom := nao.CameraInTorso(nao.TopCamera, &j).AxisZ(), nao.CameraInTorso(nao.BottomCamera, &j).AxisZ()
	require.InDelta(t, 40, math.Acos(r3.Dot(top, bottom))*180/math.Pi, 2)

	k, err := camera.NaOISIS().Intrinsics()
	require.NoError(t, err)
	require.Equal(t, [2]int{320, 240}, [2]int{k.Width, k.Height})
	diagonal := 2 * math.Atan(math.Hypot(160, 120)/k.FX) * 180 / math.Pi
	require.InDelta(t, 58, diagonal, 1e-6)
	_, err = camera.Preset("webcam")
	require.ErrorContains(t, err, `camera "webcam": want nao, paper or naoisis`)
}

// Figure 4 of the document: ±19.48°, 40 cm above the ground, 18° wide; 0.15 to 0.75 m.
func TestTheSonarsOfNaOISISHearWhatItsFigureShows(t *testing.T) {
	model := naOISISSonars()
	s := newSonars(nil, 0, &model)
	for i, side := range []float64{1, -1} {
		axis := s.rays[i][0]
		require.InDelta(t, side*19.48, math.Atan2(axis.Y, axis.X)*180/math.Pi, 1e-9)
		require.InDelta(t, 0.40, s.places[i].P.Z+nao.StandHeight, 1e-9)
		widest := 0.0
		for _, ray := range s.rays[i] {
			widest = max(widest, math.Acos(min(1, r3.Dot(axis, ray))))
		}
		require.InDelta(t, 9, widest*180/math.Pi, 1e-6)
	}
	_, err := SonarPreset("bat")
	require.ErrorContains(t, err, `sonars "bat": expected v6 or naoisis`)

	w, err := world.Load("empty")
	require.NoError(t, err)
	hear := func(model *SonarModel, away float64) [2]float64 {
		cfg := DefaultConfig(w)
		for i, name := range []string{"self", "other"} {
			r := DefaultRobot()
			r.Name, r.Sonars, r.Noise = name, model, Noise{}
			r.Robot = &world.Robot{XM: float64(i) * away, Look: world.LookSkin}
			cfg.Robots = append(cfg.Robots, r)
		}
		simulated, err := NewWorld(cfg)
		require.NoError(t, err)
		defer simulated.Close()
		var state nao.State
		simulated.Bodies()[0].State(&state)
		return state.Sonar
	}
	v6 := v6Sonars()
	require.Less(t, hear(&v6, 0.6)[0], 0.8, "a robot straight ahead is in a V6's wide beams")
	require.Less(t, hear(nil, 1.2)[0], 1.4, "a V6 reports echoes beyond its range too")
	// The narrow beams look past a robot straight ahead, but meet one that is near or to the side.
	require.Less(t, hear(&model, 0.4)[0], 0.75)
	for _, echo := range hear(&model, 1.2) {
		require.InDelta(t, sonarNothing, echo, 1e-9, "beyond 0.75 m nothing is heard")
	}
}

// A camera's speed is that of the neck that turns it, in the camera's own axes.
func TestACamerasSpeedIsItsNecks(t *testing.T) {
	w, err := world.Load("empty")
	require.NoError(t, err)
	cfg := DefaultConfig(w)
	cfg.Fixed = true
	s, err := New(cfg)
	require.NoError(t, err)
	defer s.Close()
	d, limbs := s.Data(), s.body.limbs
	d.QVel[limbs.dof[nao.HeadYaw]] = 2
	require.NoError(t, d.Forward())
	turning := d.CameraTurning(limbs.cameras[nao.TopCamera])
	var j nao.Joints
	want := nao.CameraInTorso(nao.TopCamera, &j).Inverse().Rotate(r3.Vec{Z: 2})
	require.InDeltaSlice(t, []float64{want.X, want.Y, want.Z}, turning[:], 1e-6)
	require.Less(t, turning[1], -1.9, "to the left is against y, which points down")
}
