using System.Data.Common;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>The driver's connection is gone, and with it whatever was in flight.</summary>
internal sealed class DriverBrokenException(string message, Exception? innerException = null) : DbException(message, innerException);
