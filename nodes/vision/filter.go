package vision

import (
	"fmt"

	"gonao/nao"
	"gonao/vision"
	"gonao/vision/segment"
)

// tableFilter returns the filter of the colours and of the file's table.
func (c Config) tableFilter() (*vision.Filter, error) {
	table, err := loadTable(c.ColorTable)
	if err != nil {
		return nil, err
	}
	return c.filter(table)
}

// filter returns the filter for the colours and a table, which may be nil.
func (c Config) filter(table *segment.Table) (*vision.Filter, error) {
	var colors []vision.Color
	for i, text := range c.Colors {
		color, err := vision.ParseColor(text)
		if err != nil {
			return nil, fmt.Errorf("colors[%d]: %w", i, err)
		}
		colors = append(colors, color)
	}
	filter, err := vision.NewTableFilter(colors, table, c.MinPixels)
	if err != nil {
		return nil, fmt.Errorf("colors: %w", err)
	}
	return filter, nil
}

// cameras returns the cameras that are looked through.
func (c Config) cameras() []nao.Camera {
	switch c.Camera {
	case "bottom":
		return []nao.Camera{nao.BottomCamera}
	case "both":
		return []nao.Camera{nao.TopCamera, nao.BottomCamera}
	}
	return []nao.Camera{nao.TopCamera}
}
