<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="stones" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <image source="stones.png" width="64" height="32"/>
 <tile id="1" class="wall"/>
 <tile id="2">
  <properties>
   <property name="terrain" value="difficult ground"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="collides" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="4" class="door">
  <properties>
   <property name="state" value="locked"/>
  </properties>
 </tile>
 <tile id="5" type="low obstacle"/>
</tileset>
