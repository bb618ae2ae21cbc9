package v4l2

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gonao/nao/devices/camera"
)

func name32(title string) (n [32]byte) { copy(n[:], title); return n }

// withControls is a camera with one control of each kind.
func withControls() *fake {
	k := newFake()
	k.controls = []queryControl{
		{id: 1, kind: kindInteger, name: name32("Brightness"), minimum: -64, maximum: 64, step: 1, initial: 5},
		{id: 2, kind: kindBoolean, name: name32("White Balance, Automatic"), maximum: 1, step: 1},
		{id: 3, kind: kindMenu, name: name32("Auto Exposure"), maximum: 3, step: 1},
		{id: 4, kind: kindIntegerMenu, name: name32("Link Frequency"), maximum: 1, flags: controlReadOnly},
		{id: 5, kind: kindButton, name: name32("Pan, Reset"), flags: controlWriteOnly},
		{id: 6, kind: kindBitmask, name: name32("Bits"), maximum: -1},
		{id: 7, kind: 6, name: name32("A class, which is no control")},
		{id: 8, kind: kindInteger, name: name32("Exposure Time"), minimum: 1, maximum: 100, step: 1, flags: controlInactive},
		{id: 9, kind: kindInteger, name: name32("Gone"), flags: controlDisabled},
	}
	k.values = map[uint32]int32{1: 7, 2: 1, 3: 3, 4: 1, 6: -1, 8: 50, 5: 0}
	frequency := make([]byte, 8)
	binary.LittleEndian.PutUint64(frequency, 384_000_000)
	k.menus = map[uint32][]string{3: {"", "Manual Mode", "", "Aperture Priority Mode"}, 4: {string(frequency), string(frequency)}}
	return k
}

func TestEveryControlIsListedWithItsValue(t *testing.T) {
	d := openFake(t, withControls(), Options{})
	controls, err := d.Controls()
	require.NoError(t, err)
	require.Equal(t, []camera.Control{
		{Name: "brightness", Min: -64, Max: 64, Step: 1, Default: 5, Value: 7},
		{Name: "white_balance_automatic", Type: camera.Boolean, Max: 1, Step: 1, Value: 1},
		{Name: "auto_exposure", Type: camera.Menu, Max: 3, Step: 1, Value: 3, Menu: []string{"", "Manual Mode", "", "Aperture Priority Mode"}},
		{Name: "link_frequency", Type: camera.IntegerMenu, Max: 1, Value: 1, Menu: []string{"384000000", "384000000"}, ReadOnly: true},
		{Name: "pan_reset", Type: camera.Button},
		{Name: "bits", Type: camera.Bitmask, Max: 1<<32 - 1, Value: 1<<32 - 1},
		{Name: "exposure_time", Min: 1, Max: 100, Step: 1, Value: 50, Inactive: true},
	}, controls)
	one, err := d.Control("auto_exposure")
	require.NoError(t, err)
	require.Equal(t, controls[2], one)
}

func TestControlsAreSetAndRefused(t *testing.T) {
	k := withControls()
	d := openFake(t, k, Options{})
	for name, value := range map[string]int64{"brightness": -3, "auto_exposure": 1, "bits": 1<<32 - 1, "pan_reset": 0} {
		got, err := d.SetControl(name, value)
		require.NoError(t, err)
		require.Equal(t, value, got, name)
	}
	require.Equal(t, int32(-3), k.values[1])
	_, err := d.SetControl("brightness", 65)
	require.EqualError(t, err, "camera /dev/video-top: control brightness: 65: expected -64 to 64")
	_, err = d.SetControl("shutter", 1)
	require.ErrorContains(t, err, `camera /dev/video-top: control "shutter": no such control; there are: brightness, white`)
	k.errs[setControl] = unix.EACCES
	_, err = d.SetControl("exposure_time", 20)
	require.ErrorContains(t, err, "set exposure_time to 20: permission denied; it has no effect now")
}

func TestNamesOfControlsAreThoseOfV4l2Ctl(t *testing.T) {
	for title, name := range map[string]string{
		"Exposure, Auto": "exposure_auto", "Gain": "gain", "White Balance Temperature": "white_balance_temperature",
		"Exposure (Absolute)": "exposure_absolute", "  LED1 Mode ": "led1_mode", "": "",
	} {
		require.Equal(t, name, controlName(title))
	}
}

func TestWhoFlipsIsChosen(t *testing.T) {
	turned := Options{Flip: Flip{FlipHorizontal: true, FlipVertical: true}}
	with := func(o Options, who FlipWith) Options { o.FlipWith = who; return o }

	k := newFake()
	k.values = map[uint32]int32{horizontalFlip: 0, verticalFlip: 0}
	require.False(t, openFake(t, k, turned).program)
	require.Equal(t, map[uint32]int32{horizontalFlip: 1, verticalFlip: 1}, k.values)
	openFake(t, k, Options{})
	require.Equal(t, map[uint32]int32{horizontalFlip: 0, verticalFlip: 0}, k.values, "what another program has left is undone")

	k.values = map[uint32]int32{horizontalFlip: 0}
	require.True(t, openFake(t, k, turned).program, "one of the two is not enough")
	require.Zero(t, k.values[horizontalFlip])
	require.True(t, openFake(t, newFake(), turned).program)
	require.False(t, openFake(t, newFake(), Options{}).program)

	k = newFake()
	require.False(t, openFake(t, k, with(turned, FlipExtensionUnit)).program)
	require.Equal(t, map[uint8][2]byte{12: {1}, 13: {1}}, k.unit)

	k.unit = nil
	_, err := k.device(with(turned, FlipExtensionUnit))
	require.ErrorContains(t, err, "flip with the extension unit: no such file or directory; is it a V6's camera?")
	_, err = k.device(with(turned, FlipControls))
	require.ErrorContains(t, err, "flip with the controls: ")
	_, err = k.device(with(turned, "mirror"))
	require.ErrorContains(t, err, `flip with "mirror": expected auto, controls, extension_unit or program`)
}

func TestAFlippedImageIsTurned(t *testing.T) {
	k := newFake()
	d := openFake(t, k, Options{Flip: Flip{FlipWith: FlipProgram, FlipHorizontal: true, FlipVertical: true}})
	k.fill(0, 0)
	copy(k.bufs[k.filled[0].index], []byte{1, 2, 3, 4})
	var f camera.Frame
	require.NoError(t, d.Next(t.Context(), &f))
	require.Equal(t, []byte{3, 2, 1, 4}, f.YUYV[60:])
}
