package segment

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAClickedColourAndItsNeighboursBelongToItsClass(t *testing.T) {
	l, err := NewLearner([]string{"orange", "blue"})
	require.NoError(t, err)
	l.Spread(0, 120, 90, 190, 3)
	l.Spread(1, 100, 170, 110, 3)
	l.Spread(None, 120, 128, 128, 3)
	table := l.Table(0)
	require.Equal(t, uint8(1), table.Of[Index(120, 90, 190)])
	require.Equal(t, uint8(1), table.Of[Index(132, 94, 186)], "a little brighter and paler")
	require.Equal(t, uint8(2), table.Of[Index(100, 170, 110)])
	require.Zero(t, table.Of[Index(120, 128, 128)])
	require.Zero(t, table.Of[Index(20, 90, 190)], "far darker")
	again, err := UnmarshalTable(table.Marshal())
	require.NoError(t, err)
	require.Equal(t, table, again)
}

func TestAColourBelongsToTheClassOfMostExamples(t *testing.T) {
	l, err := NewLearner([]string{"ball", "robot"})
	require.NoError(t, err)
	for range 7 {
		l.Add(0, 10, 20, 30)
	}
	for range 3 {
		l.Add(1, 10, 20, 30)
	}
	l.Add(0, 200, 20, 30)
	table := l.Table(2)
	require.Equal(t, uint8(1), table.Of[Index(10, 20, 30)])
	require.Zero(t, table.Of[Index(200, 20, 30)], "a single example")
	for range 20 {
		l.Add(None, 10, 20, 30)
	}
	require.Zero(t, l.Table(2).Of[Index(10, 20, 30)], "most of its pixels are of no class")
}

func TestALearnerHasOneToEightClasses(t *testing.T) {
	_, err := NewLearner(nil)
	require.ErrorContains(t, err, "expected 1 to 8")
	_, err = NewLearner(make([]string, 9))
	require.ErrorIs(t, err, errTable)
}
