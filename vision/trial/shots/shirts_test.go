package shots

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/scenery"
	"gonao/vision/robots"
)

// Robots in jerseys, and on the field of 2010 those with waistbands, are assigned to the team whose colour they wear; none
// is taken for one of the other team.
func TestTeamsAreToldApartByTheirShirts(t *testing.T) {
	for _, c := range []struct {
		world      string
		seed       uint64
		own, other string
	}{{"spl", 906, "purple", "blue"}, {"field2010", 304, "pink", "blue"}} {
		images := 12
		if testing.Short() {
			images = 6
		}
		shirts, err := robots.NewShirts(c.own, c.other)
		require.NoError(t, err)
		var s ShirtScore
		o := Options{Seeds: []uint64{c.seed}, Images: images, Stage: scenery.Options{World: c.world, Samples: 1, ShadowSize: -1}}
		require.NoError(t, Each(context.Background(), o, func(f *Frame) error {
			s.Shirts(f, shirts, c.own, c.other)
			return nil
		}))
		t.Logf("%s: %+v", c.world, s)
		require.Equal(t, s.Assigned, s.Right, c.world)
		if !testing.Short() {
			require.Positive(t, s.Right, c.world)
		}
	}
}
