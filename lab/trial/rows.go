package trial

import "slices"

// Rows are all rows of the motion bench, in the order of its table.
func Rows() []Row {
	return slices.Concat(
		walkRows(), []Row{stillRow(), gameRow()}, getUpRows(), []Row{sitRow(), keeperRow()}, sensorRows(), kickRows(), placedRows(), paperRows(),
		gaitRows(), slotKickRows(),
	)
}
