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
	type world struct {
		world string
		seeds []uint64
	}
	worlds, images := []world{{"spl", []uint64{906, 910}}, {"field2010", []uint64{904, 906}}}, 12
	if testing.Short() {
		worlds, images = []world{{"field2010", []uint64{904}}}, 6
	}
	for _, c := range worlds {
		o := Options{Seeds: c.seeds, Images: images, Stage: scenery.Options{World: c.world, Samples: 1, ShadowSize: -1}}
		s, err := teams(context.Background(), o, objects.NewShirts)
		require.NoError(t, err)
		t.Logf("%s: %+v", c.world, *s)
		require.Equal(t, s.Assigned, s.Right, c.world)
		require.GreaterOrEqual(t, 2*s.Right, s.Robots, c.world)
		require.Positive(t, s.Right, c.world)
	}
}
