package trial

import (
	"fmt"
	"os"
	"path/filepath"
)

// ground is the empty world with squares of a quarter of a metre, which show how far the robot gets.
const ground = `title: ground of a film
timestep_sec: 0.002
floor: {size_m: [20, 20], color: [0.52, 0.53, 0.55], checker_m: 0.25, contrast: 0.12}
robot: {x_m: 0, y_m: 0, yaw_deg: 0, look: skin, color: blue, waistband: none}
light: {brightness: 1.0, sky_top: [0.42, 0.45, 0.50], sky_horizon: [0.74, 0.77, 0.80]}
views:
  - {name: main, from_m: [1.90, -1.45, 0.86], to_m: [0.50, 0.14, 0.31], fov_y_deg: 37}
  - {name: robot, from_m: [0.95, -0.45, 0.48], to_m: [0, 0, 0.30], fov_y_deg: 42}
  - {name: behind, from_m: [-1.6, 0.7, 1.0], to_m: [0.6, -0.05, 0.35], fov_y_deg: 45}
  - {name: field, from_m: [-3.0, -3.9, 2.7], to_m: [0.2, 0, 0], fov_y_deg: 50}
`

// FilmGround writes the default world of films, an empty floor with a grid, into a directory and returns its path.
func FilmGround(dir string) (string, error) {
	path := filepath.Join(dir, "ground.yaml")
	if err := os.WriteFile(path, []byte(ground), 0o600); err != nil {
		return "", fmt.Errorf("film: %w", err)
	}
	return path, nil
}
