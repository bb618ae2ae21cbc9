package vision

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/paramtest"
	"gonao/vision/segment"
)

// Somebody clicks the red square and the grey beside it: the table is stored, and vision finds the square by it.
func TestClickedPixelsMakeATableThatVisionUses(t *testing.T) {
	dir := t.TempDir()
	cfg := DefaultConfig()
	cfg.Colors, cfg.ColorTables = []string{"green: hsv 100..140 0.72..1 0.2..1", "square: hsv 200..220 0.5..1 0.5..1"}, dir
	onBusWith(t, cfg, func(t *testing.T, b *bench) {
		learn, err := ros.NewClient[msgs.LearnColorsRequest, msgs.LearnColorsResponse](b.tester, "learn_colors")
		require.NoError(t, err)
		b.info(t)
		b.state(t, 0, 0, 0)
		seen := func() []msgs.ColorBlob {
			b.image(t, 0, 160, 120)
			return (<-b.blobs.C()).Blobs
		}
		require.Empty(t, seen(), "the colour square is a blue one")

		click := msgs.LearnColorsRequest{
			Names: []string{"square"}, Classes: []uint8{0, 255}, Y: []uint8{76, 128}, U: []uint8{85, 128}, V: []uint8{250, 128}, Reach: 2, File: "mine",
		}
		a, err := learn.Call(t.Context(), click)
		require.NoError(t, err)
		require.Empty(t, a.Message)
		require.True(t, a.Success)
		require.Equal(t, filepath.Join(dir, "mine.table"), a.Path)
		require.Len(t, a.Table, segment.TableSize)
		require.Equal(t, uint8(1), a.Table[76/4*4096+85/4*64+250/4], "Luar's order")
		require.Zero(t, a.Table[128/4*4096+128/4*64+128/4])
		file, err := os.ReadFile(a.Path)
		require.NoError(t, err)
		table, err := segment.UnmarshalTable(file)
		require.NoError(t, err)
		require.Equal(t, uint8(1), table.Of[segment.Index(76, 85, 250)])

		set := paramtest.Setter(t, b.tester, "vision")
		require.Empty(t, set("color_table", a.Path))
		blobs := seen()
		require.Len(t, blobs, 1)
		require.Equal(t, "square", blobs[0].Color, "the class replaces the colour of its name")
		require.Equal(t, uint32(400), blobs[0].Pixels)

		require.Contains(t, set("color_table", filepath.Join(dir, "none.table")), "color_table: open")
		foreign := filepath.Join(dir, "foreign.table")
		require.NoError(t, os.WriteFile(foreign, file[:1000], 0o600))
		require.Contains(t, set("color_table", foreign), "expected 262144")
		require.Len(t, seen(), 1, "what was refused changes nothing")
		require.NoError(t, os.Remove(a.Path))
		require.Contains(t, set("min_pixels", int64(10)), "color_table: open", "the file has gone")
		require.Len(t, seen(), 1)
	})
}

func TestWrongClicksAreNamed(t *testing.T) {
	good := func() msgs.LearnColorsRequest {
		return msgs.LearnColorsRequest{Names: []string{"a", "b"}, Classes: []uint8{0, 1}, Y: []uint8{10, 200}, U: []uint8{10, 200}, V: []uint8{10, 200}, Reach: 1}
	}
	var a msgs.LearnColorsResponse
	q := good()
	require.NoError(t, learnColors(&q, t.TempDir(), &a))
	require.Empty(t, a.Path)
	for want, spoil := range map[string]func(*msgs.LearnColorsRequest){
		"2 classes, 1 y, 2 u and 2 v: expected as many of each": func(q *msgs.LearnColorsRequest) { q.Y = q.Y[:1] },
		"0 pixels: expected 1 to":                               func(q *msgs.LearnColorsRequest) { q.Classes, q.Y, q.U, q.V = nil, nil, nil, nil },
		"classes[1]: 2: expected a number below 2, or 255":      func(q *msgs.LearnColorsRequest) { q.Classes[1] = 2 },
		`class "b": no colour is of it`:                         func(q *msgs.LearnColorsRequest) { q.Classes[1] = 255 },
		`class "b c": expected letters`:                         func(q *msgs.LearnColorsRequest) { q.Names[1] = "b c" },
		"0 classes: expected 1 to 8":                            func(q *msgs.LearnColorsRequest) { q.Names = nil; q.Classes = []uint8{255, 255} },
		"9 classes: expected 1 to 8":                            func(q *msgs.LearnColorsRequest) { q.Names = strings.Split("abcdefghi", "") },
		"reach 9: expected 0 to 8":                              func(q *msgs.LearnColorsRequest) { q.Reach = 9 },
		`file "../x": expected up to 64 letters`:                func(q *msgs.LearnColorsRequest) { q.File = "../x" },
	} {
		q := good()
		spoil(&q)
		require.ErrorContains(t, learnColors(&q, t.TempDir(), &a), want)
	}
}

func TestATableThatCannotBeReadIsNamedAtTheStart(t *testing.T) {
	cfg := DefaultConfig()
	cfg.ColorTable = filepath.Join(t.TempDir(), "x.table")
	require.ErrorContains(t, cfg.CheckFiles(), "color_table: open")
}
