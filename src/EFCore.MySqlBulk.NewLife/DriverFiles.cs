using NewLife;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>Keeps NewLife.Core from writing <c>Config/Core.config</c> and <c>machine_info.json</c> when its first connection is opened.</summary>
internal static class DriverFiles
{
    /// <summary>Must be called before the driver's first connection. Values that the application has set are kept, except the switch for the configuration file.</summary>
    public static void Prevent()
    {
        Runtime.CreateConfigOnMissing = false;
        MachineInfo.Current ??= new();
    }
}
