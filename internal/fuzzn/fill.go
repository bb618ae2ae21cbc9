package fuzzn

import (
	"math/rand/v2"
	"reflect"
)

// Fill fills v, which must be settable, with random values. Slices get up to most elements;
// floats are finite.
func Fill(rng *rand.Rand, v reflect.Value, most int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			Fill(rng, v.Field(i), most)
		}
	case reflect.Array:
		for i := range v.Len() {
			Fill(rng, v.Index(i), most)
		}
	case reflect.Slice:
		v.SetZero() // an empty slice is decoded as nil
		if n := rng.IntN(most + 1); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			Fill(rng, v.Index(i), most)
		}
	case reflect.String:
		letters := []rune("aZ09 _/üß✓三😀")
		text := make([]rune, rng.IntN(6))
		for i := range text {
			text[i] = letters[rng.IntN(len(letters))]
		}
		v.SetString(string(text))
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(float32(rng.NormFloat64())))
	default:
		if v.CanInt() {
			v.SetInt(int64(rng.Uint64()) >> (64 - 8*v.Type().Size()))
		} else {
			v.SetUint(rng.Uint64() >> (64 - 8*v.Type().Size()))
		}
	}
}
