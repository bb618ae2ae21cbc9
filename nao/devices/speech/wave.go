package speech

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Duration returns how long a WAV file plays.
func Duration(path string) (time.Duration, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	d, err := duration(file)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// duration reads the chunks of a RIFF file until that of the samples.
func duration(in io.ReadSeeker) (time.Duration, error) {
	var head [12]byte
	if _, err := io.ReadFull(in, head[:]); err != nil || string(head[:4]) != "RIFF" || string(head[8:]) != "WAVE" {
		return 0, errors.New("it is not a WAV file")
	}
	bytesPerSec := uint32(0)
	for {
		var chunk [8]byte
		if _, err := io.ReadFull(in, chunk[:]); err != nil {
			return 0, errors.New("it is a WAV file without samples")
		}
		size := binary.LittleEndian.Uint32(chunk[4:])
		switch string(chunk[:4]) {
		case "fmt ":
			var format [16]byte
			if _, err := io.ReadFull(in, format[:]); err != nil || size < 16 {
				return 0, errors.New("its format chunk is cut off")
			}
			bytesPerSec = binary.LittleEndian.Uint32(format[8:])
			size -= 16
		case "data":
			if bytesPerSec == 0 {
				return 0, errors.New("its samples come before their format")
			}
			return time.Duration(float64(size) / float64(bytesPerSec) * float64(time.Second)), nil
		}
		if _, err := in.Seek(int64(size)+int64(size%2), io.SeekCurrent); err != nil {
			return 0, err
		}
	}
}
