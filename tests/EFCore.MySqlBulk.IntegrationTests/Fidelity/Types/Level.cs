namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

internal enum Level
{
    Low = -1,
    None = 0,
    Middle = 7,
    High = int.MaxValue,
}
