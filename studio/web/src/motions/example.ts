/** example is the motion that the page begins with: a wave of the right arm. */
export const example = `<motion name="wave" tolerance_deg="5" timeout="0.6">
  <slot duration="0.8">
    <joint name="RShoulderPitch" angle_deg="-40"/>
    <joint name="RShoulderRoll" angle_deg="-25"/>
    <joint name="RElbowYaw" angle_deg="60"/>
    <joint name="RElbowRoll" angle_deg="60"/>
    <joint name="RHand" open="1"/>
  </slot>
  <slot duration="0.35">
    <joint name="RElbowRoll" angle_deg="20"/>
  </slot>
  <slot duration="0.35">
    <joint name="RElbowRoll" angle_deg="70"/>
  </slot>
  <slot duration="0.8">
    <joint name="RShoulderPitch" angle_deg="80"/>
    <joint name="RShoulderRoll" angle_deg="-8"/>
    <joint name="RElbowRoll" angle_deg="30"/>
    <joint name="RHand" open="0.3"/>
  </slot>
</motion>
`;
