namespace EFCore.MySqlBulk.Provider.ConnectorNet.Metadata;

internal static class MySqlAnnotationNames
{
    public const string AutoIncrement = "MySql:AutoIncrement";
    public const string GeneratedOnAdd = "MySql:TimestampOnAdd";
    public const string GeneratedOnUpdate = "MySql:TimestampOnUpdate";
}
