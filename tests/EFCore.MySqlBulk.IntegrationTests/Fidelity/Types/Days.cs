namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

[Flags]
internal enum Days : byte
{
    None = 0,
    Monday = 1,
    Sunday = 64,
    All = 255,
}
