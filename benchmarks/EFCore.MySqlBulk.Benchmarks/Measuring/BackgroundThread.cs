namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>A separate thread: the pool's threads belong to the measured code.</summary>
internal static class BackgroundThread
{
    public static void Start(string name, Action work) => new Thread(() => work()) { Name = name, IsBackground = true }.Start();
}
