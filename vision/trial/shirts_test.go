package trial

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/scenery"
	"gonao/vision/objects"
)

// Robots in jerseys, and on the field of 2010 those with waistbands, are assigned to the team whose colour they wear; none
// is taken for one of the other team.
func TestTeamsAreToldApartByTheirShirts(t *testing.T) {
	for _, c := range []struct {
		world string
		seeds []uint64
	}{{"spl", []uint64{906, 910}}, {"field2010", []uint64{904, 906}}} {
		images := 12
		if testing.Short() {
			images, c.seeds = 6, c.seeds[:1]
		}
		o := Options{Seeds: c.seeds, Images: images, Stage: scenery.Options{World: c.world, Samples: 1, ShadowSize: -1}}
		s, err := teams(context.Background(), o, objects.NewShirts)
		require.NoError(t, err)
		t.Logf("%s: %+v", c.world, *s)
		require.Equal(t, s.Assigned, s.Right, c.world)
		require.GreaterOrEqual(t, 2*s.Right, s.Robots, c.world)
		require.Positive(t, s.Right, c.world)
	}
}
