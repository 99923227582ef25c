namespace EFCore.MySqlBulk;

/// <summary>What a context's options say by <c>UseMySqlBulk</c>.</summary>
internal interface IDefaultsExtension
{
    MySqlBulkDefaults Defaults { get; }
}
