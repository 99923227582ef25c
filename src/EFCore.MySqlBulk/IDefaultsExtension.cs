namespace EFCore.MySqlBulk;

/// <summary>The defaults that <c>UseMySqlBulk</c> sets in a context's options.</summary>
internal interface IDefaultsExtension
{
    MySqlBulkDefaults Defaults { get; }
}
