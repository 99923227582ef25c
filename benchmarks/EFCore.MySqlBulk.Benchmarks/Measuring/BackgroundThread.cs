namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>A thread of its own: those of the pool are the measured code's.</summary>
internal static class BackgroundThread
{
    public static void Start(string name, Action work) => new Thread(() => work()) { Name = name, IsBackground = true }.Start();
}
